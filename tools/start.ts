import { ensureBuilt } from './build.ts';
import { loadEnvFile } from './env-file.ts';

loadEnvFile();
try {
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// In this process, so that stopping it stops the server itself.
await import(new URL('../server/src/main.ts', import.meta.url).href);
