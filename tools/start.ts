import { buildOrExit } from './build.ts';
import { loadEnvFile } from './env-file.ts';

await loadEnvFile();
await buildOrExit();
// In this process, so that stopping it stops the server itself.
await import(new URL('../server/build/main.cjs', import.meta.url).href);
