import { existsSync } from 'node:fs';

/** Takes the settings of `.env` in the current folder, where there is one. What is set already stays. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}
