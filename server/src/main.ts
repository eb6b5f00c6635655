import { startProcess } from './platform/start-process.ts';

startProcess();
const { runServer } = await import('./run-server.ts');
await runServer(process.env);
