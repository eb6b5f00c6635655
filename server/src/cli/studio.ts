import { startProcess } from '../platform/start-process.ts';

startProcess();
const { runCommand } = await import('./run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2), process.env);
