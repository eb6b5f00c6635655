import { describeOldNode } from './platform/node-version.ts';

const tooOld = describeOldNode(process.versions.node);
if (tooOld) {
  console.error(tooOld);
  process.exit(1);
}
// Only now: an old Node does not survive loading the database's library.
const { runServer } = await import('./run-server.ts');
await runServer(process.env);
