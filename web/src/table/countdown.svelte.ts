/** Count down seconds as time passes; null without a limit. */
export function countdown(remaining: () => number | null): { readonly left: number | null } {
  let now = $state(performance.now());
  const deadline = $derived.by(() => {
    const seconds = remaining();
    return seconds === null ? null : performance.now() + seconds * 1000;
  });
  const left = $derived(deadline === null ? null : Math.max(0, (deadline - now) / 1000));

  $effect(() => {
    if (deadline === null) return;
    now = performance.now();
    const timer = setInterval(() => {
      now = performance.now();
    }, 200);
    return () => clearInterval(timer);
  });

  return {
    get left() {
      return left;
    },
  };
}
