import { describeOldNode } from '../platform/node-version.ts';

const tooOld = describeOldNode(process.versions.node);
if (tooOld) {
  console.error(tooOld);
  process.exit(1);
}
// No other account of this machine may read what this process writes: database, mails, keys,
// backups.
process.umask(0o077);
// Only now: an old Node does not survive loading the database's library.
const { runCommand } = await import('./run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2), process.env);
