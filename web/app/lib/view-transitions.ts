/**
 * A move to another page that is overtaken by the next one is no fault, but its transition's `ready` is rejected then, and
 * React Router, which begins the transitions of links that say `viewTransition`, leaves that to the console. Call it once.
 */
export function allowOvertakenTransitions(): void {
  // Not every browser has transitions, whatever the types say.
  if (!('startViewTransition' in document)) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (...args) => {
    const transition = start(...args);
    transition.ready.catch(() => {});
    return transition;
  };
}
