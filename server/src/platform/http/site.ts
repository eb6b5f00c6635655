import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { z } from 'zod';

/** A built HTML file and the hashes of what is inline in it. */
const builtPageSchema = z.object({
  file: z.string(),
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
});
export type BuiltPage = z.infer<typeof builtPageSchema>;

/** `pages.json`, which the build writes beside the served folder. */
const manifestSchema = z.object({
  /** Prerendered pages by their path. */
  pages: z.record(z.string(), builtPageSchema),
  /** Where the application starts from when its address has no page of its own. */
  fallback: builtPageSchema,
  notFound: builtPageSchema,
  /** Every address that the application knows, as patterns: `/admin/portal/:id`. */
  routes: z.array(z.string()),
  /** What whole addresses in the pages begin with: "https://studio.example". */
  origin: z.string(),
});

export type Encoding = 'identity' | 'br' | 'gzip';

/** One way to send a file. */
export interface Variant {
  body: Buffer;
  /** Strong: of exactly these bytes. */
  etag: string;
}

/** A file in memory, with the copies that the build compressed. */
export interface SiteFile {
  contentType: string;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
  /** Makes the brotli copy as small as can be, where that was not done yet. */
  condense?: () => Promise<void>;
}

/** The built site, read once: it is small, and what is not in here is not served. */
export interface Site {
  manifest: z.infer<typeof manifestSchema>;
  /** By path below the served folder, with `/` between the parts. */
  files: ReadonlyMap<string, SiteFile>;
}

const COMPRESSED: readonly [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** What tools leave behind (`.vite/`); not what the web reserves such a name for. */
const HIDDEN = /(^|\/)\.(?!well-known\/)/;

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
};

/**
 * Reads what the build left in `folder` (`pages.json` and `client/`).
 * @returns undefined when the site was not built
 * @throws when what was built is not whole
 */
export async function loadSite(folder: string): Promise<Site | undefined> {
  const text = await readIfThere(join(folder, 'pages.json'));
  if (!text) return undefined;
  const manifest = manifestSchema.parse(JSON.parse(text.toString()));
  const files = await readFiles(join(folder, 'client'));
  for (const { file } of [...Object.values(manifest.pages), manifest.fallback, manifest.notFound]) {
    if (!files.has(file)) throw new Error(`The built site lacks ${file}: build it again`);
  }
  return { manifest, files };
}

async function readFiles(folder: string): Promise<Map<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !HIDDEN.test(path));
  const present = new Set(paths);
  const originals = paths.filter(
    (path) =>
      !COMPRESSED.some(([, ending]) => path.endsWith(ending) && present.has(path.slice(0, -ending.length))),
  );
  return new Map(
    await Promise.all(
      originals.map(async (path) => [path, await readSiteFile(folder, path, present)] as const),
    ),
  );
}

async function readSiteFile(folder: string, path: string, present: ReadonlySet<string>): Promise<SiteFile> {
  const contentType = CONTENT_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const variants: SiteFile['variants'] = { identity: await readVariant(join(folder, path)) };
  for (const [encoding, ending] of COMPRESSED) {
    if (present.has(path + ending)) variants[encoding] = await readVariant(join(folder, path + ending));
  }
  return { contentType, variants };
}

async function readVariant(path: string): Promise<Variant> {
  const body = await readFile(path);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
