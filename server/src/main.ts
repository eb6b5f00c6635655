import { describeOldNode } from './platform/node-version.ts';

const tooOld = describeOldNode(process.versions.node);
if (tooOld) {
  console.error(tooOld);
  process.exit(1);
}
// No other account of this machine may read what this process writes: database, mails, keys,
// backups.
process.umask(0o077);
// Only now: an old Node does not survive loading the database's library.
const { runServer } = await import('./run-server.ts');
await runServer(process.env);
