import { type ChildProcess, spawn } from 'node:child_process';
import { loadEnvFile } from './env-file.ts';

await loadEnvFile();

// The server starts again at each change of its sources, the pages reload by themselves. Links in mails lead to the
// pages as they are being worked on.
const webPort = process.env.ATELIER_WEB_PORT ?? '5173';
const env = { PUBLIC_URL: `http://localhost:${webPort}`, ...process.env };
const port = process.env.PORT ?? '4000';

const children: ChildProcess[] = [
  spawn('node', ['--watch', '--watch-preserve-output', 'server/src/main.ts'], { stdio: 'inherit', env }),
  spawn('npm', ['run', '--silent', 'dev', '-w', 'web'], {
    stdio: 'inherit',
    env: { ...env, NODE_ENV: 'development', ATELIER_SERVER: `http://localhost:${port}` },
  }),
];

/** Each end ends the other. */
function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}
for (const child of children) child.once('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
