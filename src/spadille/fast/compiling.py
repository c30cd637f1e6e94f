"""Optimize each program of kernels once, where Python calls it.

Numba optimizes a function and generates its machine code, with all that it calls, before it
compiles the caller, and then does the same for the caller. A kernel ten calls deep goes through
LLVM ten times, and each time gets wrappers for calls from Python. Kernels that are compiled for
another one stay LLVM's intermediate code instead, which becomes part of the caller. Only a kernel
called from Python is optimized, wrapped and kept on disk. With shorter passes, first calls take a
third of the time (`docs/decisions/0039-kernels-are-optimized-once.md`).
"""

# ruff: noqa: SLF001 - Numba's compiler is extended where it has no public hooks

from typing import Any, ClassVar

from numba.core import dispatcher, event, typed_passes, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags, compile_extra
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, _pass_registry, register_pass
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typing.context import Context
from numba.np import arrayobj

_Dispatcher: Any = CPUDispatcher  # Numba is mostly untyped
_compile: Any = compile_extra
_registry: Any = _pass_registry
_Library: Any = JITCodeLibrary
_Lowering: Any = typed_passes.NativeLowering
_Compiler: Any = Compiler
_Context: Any = Context
_Flags: Any = Flags
_Manager: Any = PassManager
_locked: Any = global_compiler_lock
_registered: Any = register_pass
_normalized: Any = normalize_signature
_environment: Any = lookup_environment
_WithFlags: Any = vars(dispatcher)["_FunctionCompiler"]
_arrays: Any = arrayobj

_UNUSED = {
    "with_lifting",
    "inline_closure_likes",
    "Rewrite dynamic raises",
    "make_function_op_code_to_jit_function",
    "inline_inlinables",
    "literal_unroll",
    "LiteralPropagation",
    "inline_overloads",
    "nopython_rewrites",
    "nopython_supported_feature_validation",
    "annotate_types",
    "dump_parfor_diagnostics",
}
"""Passes for features that kernels don't use: closures, comprehensions, computed error messages,
fused expressions of whole arrays, and reports. They take a fifth of the time. Without them, a
closure does not compile, and an expression of whole arrays makes a copy for each operation.
"""

_RELEASING = "ir_legalization"
"""The pass that ends the life of variables, and with it that of arrays. Kernels that create no
arrays do not count references, and need no such ends.
"""


class Kernel(_Dispatcher):  # type: ignore[misc]
    """A function compiled by Numba that leaves optimization to the kernel called from Python."""

    depth: ClassVar = 0
    """The number of kernels being compiled, each for the one before; only under Numba's lock."""

    typing: ClassVar[Any] = None
    """Remembers types, for all kernels."""

    lowering: ClassVar[list[str]] = []
    """The unique names of the kernels that are being translated to intermediate code."""

    def __init__(self, function: Any, *options: Any, **more: Any) -> None:
        """Prepare to compile a function with the options of Numba's dispatchers."""
        super().__init__(function, *options, **more)
        self._compiler = _OneKernel(
            function, self.targetdescr, self.targetoptions, self.locals, _Pipeline
        )
        self._parts: set[Any] = set()

    def compile(self, signature: Any) -> Any:
        """Compile the kernel for these argument types, unless it already is."""
        with _locked:
            arguments = tuple(_normalized(signature)[0])
            if not Kernel.depth and arguments in self._parts:
                self._parts.remove(arguments)
                del self.overloads[arguments]
            if not Kernel.typing:
                Kernel.typing = _Typing(self.targetdescr.typing_context)
            Kernel.depth += 1
            try:
                if Kernel.depth > 1:
                    return self._compile_part(arguments)
                return super().compile(signature)
            finally:
                Kernel.depth -= 1

    def _compile_part(self, arguments: tuple[Any, ...]) -> Any:
        """Compile the kernel for another one, without Numba's timers and cache."""
        if arguments not in self.overloads:
            with self._compiling_counter, event.trigger_event("numba:compile"):
                self.add_overload(self._compiler.compile(arguments, None))
        return self.overloads[arguments].entry_point

    def add_overload(self, result: Any) -> None:
        """Add compiled code; Python cannot call it if it is part of another kernel."""
        if is_part(result):
            arguments = tuple(result.signature.args)
            self._parts.add(arguments)
            self.overloads[arguments] = result
        else:
            super().add_overload(result)


class _QuickFlags(_Flags):  # type: ignore[misc]
    """Flags that compare quickly; Numba compares them for each call of a function."""

    def values(self) -> dict[str, Any]:
        """Return the values of all flags."""
        return {**_DEFAULTS, **self._values}


_DEFAULTS = {name: option.default for name, option in _QuickFlags.options.items()}


class _Typing(_Context):  # type: ignore[misc]
    """Numba's typing of a target, which remembers the types of operations."""

    def __init__(self, context: Any) -> None:
        """Share all that the context of the target knows."""
        self.__dict__ = {**vars(context)}
        self._known: dict[Any, Any] = {}

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call; Numba would try all templates of the function again."""
        if kws or isinstance(func, str | types.Dispatcher):
            return super().resolve_function_type(func, args, kws)
        call = func, args
        if call not in self._known:
            self._known[call] = super().resolve_function_type(func, args, kws)
        return self._known[call]


class _OneKernel(_WithFlags):  # type: ignore[misc]
    """Numba's compiler of one function, with flags for parts of another kernel."""

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        flags = _QuickFlags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        if Kernel.depth > 1:
            flags.no_compile = flags.no_cpython_wrapper = True
        return _compile(
            Kernel.typing,
            self.targetdescr.target_context,
            self.py_func,
            args,
            return_type,
            flags,
            self.locals,
            pipeline_class=_Pipeline,
        )


class _Part(_Library):  # type: ignore[misc]
    """Intermediate code of a kernel and all that it calls, which becomes part of a caller."""

    def finalize(self) -> None:
        """Link what the kernel calls."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True


def is_part(result: Any) -> bool:
    """Return True if Numba's result is intermediate code only, for a caller."""
    return isinstance(result.library, _Part)


@_registered(mutates_CFG=True, analysis_only=False)
class _Lower(_Lowering):  # type: ignore[misc]
    """Translate a kernel to intermediate code, and on to machine code if Python calls it."""

    _name = "spadille_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower one kernel."""
        Kernel.lowering.append(state.func_id.unique_name)
        try:
            return self._lower(state)
        finally:
            Kernel.lowering.pop()

    def _lower(self, state: Any) -> bool:
        if not state.flags.no_compile:
            super().run_pass(state)
            _set_environments(state.library)
            return True
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        entry = object()  # callers find the function by it
        state.cr = state.cr._replace(cfunc=entry)
        state.targetctx.insert_user_function(entry, state.cr.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        return True


_wrapped_index = _arrays.fix_integer_index


def _plain_index(context: Any, builder: Any, kind: Any, number: Any, size: Any) -> Any:
    """Return the index of an item. In kernels, a negative one does not count from the end.

    This replaces a function of Numba in the whole process. A kernel is known by its module, which
    Numba names after it; for other code, including what kernels use of Numba, nothing changes.
    """
    if builder.module.name in Kernel.lowering:
        return context.cast(builder, number, kind, types.intp)
    return _wrapped_index(context, builder, kind, number, size)


_arrays.fix_integer_index = _plain_index


def _set_environments(library: Any) -> None:
    """Give the functions that became part of a library what they need of Python."""
    for variable in library._final_module.global_variables:
        environment = _environment(variable.name)
        if environment is not None:
            library.codegen.set_env(variable.name, environment)


class _Passes(_Manager):  # type: ignore[misc]
    """Numba's passes of a compiler without its timers and its own debugging output."""

    def run(self, state: Any) -> None:
        """Run all passes on the state of one kernel."""
        for step, _ in self.passes:
            one = _registry.get(step).pass_inst
            one.analysis = self._analysis
            one.run_initialization(state)
            one.run_pass(state)
            one.run_finalizer(state)


class _Pipeline(_Compiler):  # type: ignore[misc]
    """Numba's compiler with our way to lower."""

    def define_pipelines(self) -> list[Any]:
        """Return the only pipeline."""
        (manager,) = super().define_pipelines()
        unused = _UNUSED if self.state.flags.nrt else _UNUSED | {_RELEASING}
        passes = _Passes(manager.pipeline_name)
        passes.passes = [
            (_Lower if step is _Lowering else step, description)
            for step, description in manager.passes
            if step._name not in unused
        ]
        passes._analysis = manager._analysis
        return [passes]
