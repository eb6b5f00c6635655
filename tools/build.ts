import { ensureServerBuilt } from './build-server.ts';
import { ensureSiteBuilt } from './build-site.ts';
import type { Looks } from './built-from.ts';

/** Builds the site and the server, each if anything that it is made of has changed. Throws when that fails. */
export async function ensureBuilt(): Promise<void> {
  const looks: Looks = new Map();
  await ensureSiteBuilt(looks);
  await ensureServerBuilt(looks);
}

/** Builds what has changed; says what is wrong and ends the process where that fails. */
export async function buildOrExit(): Promise<void> {
  try {
    await ensureBuilt();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

if (import.meta.main) await buildOrExit();
