import { startProcess } from '../server/src/platform/start-process.ts';

startProcess();
const { runDemo } = await import('./run-demo.ts');
await runDemo(process.env, process.argv.slice(2));
