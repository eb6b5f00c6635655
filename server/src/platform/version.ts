import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const aboutSchema = z.object({
  version: z.string(),
  /** Only a release has it: `tools/release/` writes it. */
  release: z.object({ commit: z.string(), target: z.string() }).optional(),
});

const { version, release } = aboutSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')),
);

/** The version for people: "0.1.0", and of a release "0.1.0 (linux-x64, 26ed2d35)", with the start of its commit. */
export const FULL_VERSION = release
  ? `${version} (${release.target}, ${release.commit.slice(0, 8)})`
  : version;

/** How a command is called: "studio", the program in a release, or by npm in the sources. */
export const STUDIO_COMMAND = release ? 'studio' : 'npm run studio --';
