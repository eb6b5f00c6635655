import { enableCompileCache, flushCompileCache, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { startProcess } from '../platform/start-process.ts';

/* The start of the built commands, as `main-built.ts` is of the built server; `studio.ts` starts the sources. */
startProcess();
enableCompileCache(join(import.meta.dirname, '../../../.cache/compiled'));
setSourceMapsSupport(true);
void import('./run-command.ts')
  .then(({ runCommand }) => runCommand(process.argv.slice(2), process.env))
  .then((exitCode) => {
    process.exitCode = exitCode;
    flushCompileCache();
  });
