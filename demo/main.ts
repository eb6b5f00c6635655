import { describeOldNode } from '../server/src/platform/node-version.ts';

const tooOld = describeOldNode(process.versions.node);
if (tooOld) {
  console.error(tooOld);
  process.exit(1);
}
// No other account of this machine may read what this process writes: database, mails, keys,
// backups.
process.umask(0o077);
// Only now: an old Node does not survive loading the database's library.
const { runDemo } = await import('./run-demo.ts');
await runDemo(process.env, process.argv.slice(2));
