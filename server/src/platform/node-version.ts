const OLDEST = 24;

/** What to print where Node can't run the program; undefined when it can. */
export function describeOldNode(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= OLDEST) return undefined;
  return (
    `Node ${version} is too old: ${OLDEST} or newer is needed. ` +
    'Start the program by "npm start", which brings the right one, after "npm ci".'
  );
}
