import { buildOrExit } from './build.ts';

await buildOrExit();
// Without `.env`: what is set there is about the studio's own data. In this process, as `npm start` does it.
await import(new URL('../demo/main.ts', import.meta.url).href);
