import { enableCompileCache, flushCompileCache, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { startProcess } from './platform/start-process.ts';

/*
 * The start of the built server; `main.ts` starts the sources. V8 keeps what it has compiled beside the build, where only
 * who can change the build can change it too. Where that folder can't be written, each start compiles.
 */
startProcess();
enableCompileCache(join(import.meta.dirname, '../build/compiled'));
// Stacks name the sources.
setSourceMapsSupport(true);
void import('./run-server.ts')
  .then(({ runServer }) => runServer(process.env))
  // Now, not at the end: a process that is killed has its next start quick too.
  .then(() => flushCompileCache());
