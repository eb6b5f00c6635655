import { existsSync } from 'node:fs';

/**
 * Takes the settings of `.env` in the current folder, where there is one. What is set already stays. Ends the process
 * when the file would be read differently than it is written.
 */
export async function loadEnvFile(): Promise<void> {
  if (!existsSync('.env')) return;
  // Loaded only now: most starts have no such file.
  const { requirePlainSettingsFiles } = await import(
    new URL('../server/src/settings-file.ts', import.meta.url).href
  );
  try {
    requirePlainSettingsFiles(['.env']);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  process.loadEnvFile('.env');
}
