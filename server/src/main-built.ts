import { enableCompileCache, flushCompileCache, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { startProcess } from './platform/start-process.ts';

/*
 * The start of the built server; `main.ts` starts the sources. What V8 has compiled is kept in the product's own folder: only
 * an account that can change the product can change it too. Where the folder can't be written, each start compiles.
 */
startProcess();
enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));
// Stacks name the sources.
setSourceMapsSupport(true);
void import('./run-server.ts')
  .then(({ runServer }) => runServer(process.env))
  // Now, not at the end: a process that is killed has its next start quick too.
  .then(() => flushCompileCache());
