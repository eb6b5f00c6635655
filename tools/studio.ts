import { loadEnvFile } from './env-file.ts';

loadEnvFile();
await import(new URL('../server/src/cli/studio.ts', import.meta.url).href);
