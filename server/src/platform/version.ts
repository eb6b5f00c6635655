import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const aboutSchema = z.object({
  version: z.string(),
  /** Only a release has it, with the start of its commit: `tools/release/` writes it. */
  release: z.object({ commit: z.string(), target: z.string() }).optional(),
});

const { version, release } = aboutSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')),
);

/** The version for people: "0.1.0", and of a release "0.1.0 (linux-x64, 26ed2d35)", with the start of its commit. */
export const FULL_VERSION = release ? `${version} (${release.target}, ${release.commit})` : version;

/** The program of a release that starts it and its commands; undefined in the sources. */
export const RELEASE_PROGRAM = release && join(import.meta.dirname, '../../../studio');

/** How a command is called: "studio", the program in a release, or by npm in the sources. */
export const STUDIO_COMMAND = release ? 'studio' : 'npm run studio --';

/** How the product is started. */
export const START_COMMAND = release ? 'studio start' : 'npm start';
