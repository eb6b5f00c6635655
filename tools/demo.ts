import { ensureBuilt } from './build.ts';

try {
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// Without `.env`: what is set there is about the studio's own data. In this process, as `npm start` does it.
await import(new URL('../demo/main.ts', import.meta.url).href);
