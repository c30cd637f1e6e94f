"""The compiled form of the policy, like that of the heuristics."""

from ....fast import kernel, vectors
from ...heuristics import kernels
from . import preferring, traits

kernel_of = kernel.compiled(
    traits, preferring, known={**kernels.kernel_of, preferring.add_rows: vectors.add_rows}
)

is_asked = kernel_of[preferring.is_asked]
prefer = kernel_of[preferring.prefer]
