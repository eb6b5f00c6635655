/** Whether the user has submitted projects, as a list of them says that is on its way or has just arrived. */
let latest: Promise<boolean> | undefined;

/** Has the first account look-up of this page read a screen's list, in place of a request of its own. */
export function noteOwnProjects(list: Promise<{ total: number }>): void {
  latest = list.then(({ total }) => total > 0);
  latest.catch(() => {});
}

/** Only once: later answers would be from before what has happened since. */
export function takeOwnProjects(): Promise<boolean> | undefined {
  const taken = latest;
  latest = undefined;
  return taken;
}
