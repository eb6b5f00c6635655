const OLDEST = 24;

/** The start of every program: ends it on an old Node, which does not survive loading the database's library. */
export function startProcess(): void {
  const { node: version } = process.versions;
  if (Number.parseInt(version, 10) < OLDEST) {
    console.error(
      `Node ${version} is too old: ${OLDEST} or newer is needed. ` +
        'With the sources, "npm ci && npm start" brings the right one.',
    );
    process.exit(1);
  }
  // No other account of this machine may read what this process writes: database, mails, keys, backups.
  process.umask(0o077);
}
