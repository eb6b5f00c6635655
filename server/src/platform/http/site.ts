import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { ifExists } from '../durable-file.ts';

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
interface Variant {
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
  const text = await ifExists(readFile(join(folder, 'pages.json')));
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
  const variants: SiteFile['variants'] = { identity: variantOf(await readFile(join(folder, path))) };
  for (const [encoding, ending] of COMPRESSED) {
    if (present.has(path + ending))
      variants[encoding] = variantOf(await readFile(join(folder, path + ending)));
  }
  return { contentType, variants };
}

const END_OF_HEAD = '</head>';
/** The files beside the pages that hold whole addresses. */
const LISTS = ['sitemap.xml', 'feed.xml', 'robots.txt'];

/**
 * The site with `markup` at the end of every page's head, for what only this server knows of itself.
 * @param markup HTML that is no script and no style
 * @throws for a page without a head
 */
export function addToHead(site: Site, markup: string): Site {
  return rewrite(site, pagesOf(site), (text, path) => {
    const at = text.indexOf(END_OF_HEAD);
    if (at < 0) throw new Error(`The page ${path} has no head`);
    return text.slice(0, at) + markup + text.slice(at);
  });
}

/**
 * The site as it is found at `publicUrl`: canonical links, cards of shared links, the feed and the list of pages name
 * that address, whichever the site was built for.
 */
export function placeAt(site: Site, publicUrl: string): Site {
  const { origin } = new URL(publicUrl);
  const built = site.manifest.origin;
  if (origin === built) return site;
  return rewrite(site, [...pagesOf(site), ...LISTS], (text) => text.replaceAll(built, origin));
}

const pagesOf = ({ manifest: { pages, fallback, notFound } }: Site) =>
  [...Object.values(pages), fallback, notFound].map(({ file }) => file);

function rewrite(site: Site, paths: readonly string[], change: (text: string, path: string) => string): Site {
  const wanted = new Set(paths);
  const files = [...site.files].map(
    ([path, file]) => [path, wanted.has(path) ? withText(file, (text) => change(text, path)) : file] as const,
  );
  return { manifest: site.manifest, files: new Map(files) };
}

/** The file with another text: compressed again, and its inline parts as they were, so that their hashes hold. */
function withText({ contentType, variants }: SiteFile, change: (text: string) => string): SiteFile {
  const body = Buffer.from(change(variants.identity.body.toString('utf8')));
  const file: SiteFile = {
    contentType,
    variants: {
      identity: variantOf(body),
      ...(variants.br && { br: variantOf(brotliCompressSync(body, brotliOptions(QUICK, body))) }),
      ...(variants.gzip && { gzip: variantOf(gzipSync(body)) }),
    },
  };
  if (variants.br) {
    file.condense = async () => {
      delete file.condense;
      file.variants.br = variantOf(await compressBrotli(body, brotliOptions(BEST, body)));
    };
  }
  return file;
}

const compressBrotli = promisify(brotliCompress);
/** A tenth larger than the best, in a tenth of the time. */
const QUICK = 9;
const BEST = constants.BROTLI_MAX_QUALITY;

const brotliOptions = (quality: number, body: Buffer) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  },
});

function variantOf(body: Buffer): Variant {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}
