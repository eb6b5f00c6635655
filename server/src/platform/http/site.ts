import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
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

/** A file in memory. */
export interface SiteFile {
  contentType: string;
  /** Each may be made when it is first asked for: browsers take Brotli, and few copies besides are ever sent. */
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

/** Endings of what the build compressed, beside its originals. */
const COPIES = ['.br', '.gz'];

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
  const files = readFiles(join(folder, 'client'));
  for (const { file } of [...Object.values(manifest.pages), manifest.fallback, manifest.notFound]) {
    if (!files.has(file)) throw new Error(`The built site lacks ${file}: build it again`);
  }
  return { manifest, files };
}

/** At once, and one after the other: each start waits for it, and asking for hundreds of files in turn takes longer. */
function readFiles(folder: string): Map<string, SiteFile> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !HIDDEN.test(path));
  const present = new Set(paths);
  const isCopy = (path: string) =>
    COPIES.some((ending) => path.endsWith(ending) && present.has(path.slice(0, -ending.length)));
  const originals = paths.filter((path) => !isCopy(path));
  return new Map(
    originals.map((path) => [path, readSiteFile(join(folder, path), present.has(`${path}.br`))]),
  );
}

/** Of a file with a Brotli copy nothing else is read: the others are made of it. */
function readSiteFile(path: string, isCompressed: boolean): SiteFile {
  const contentType = CONTENT_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  if (!isCompressed) {
    const body = readFileSync(path);
    return { contentType, variants: makeVariants({ identity: () => body }) };
  }
  const br = readFileSync(`${path}.br`);
  const variants = makeVariants({
    identity: () => brotliDecompressSync(br),
    br: () => br,
    gzip: () => gzipSync(variants.identity.body, { level: constants.Z_BEST_COMPRESSION }),
  });
  return { contentType, variants };
}

/** What makes the bytes of each variant, when it is first asked for. */
type Makers = Partial<Record<Encoding, () => Buffer>> & { identity: () => Buffer };

function makeVariants(makers: Makers): SiteFile['variants'] {
  const variants = {} as SiteFile['variants'];
  for (const [encoding, make] of Object.entries(makers)) {
    Object.defineProperty(variants, encoding, {
      get: () => keep(variants, encoding, variantOf(make())),
      enumerable: true,
      configurable: true,
    });
  }
  return variants;
}

function keep(variants: SiteFile['variants'], encoding: string, variant: Variant): Variant {
  Object.defineProperty(variants, encoding, { value: variant, enumerable: true });
  return variant;
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
  for (const path of pagesOf(site)) {
    const text = site.files.get(path)?.variants.identity.body;
    if (!text?.includes(END_OF_HEAD)) throw new Error(`The page ${path} has no head`);
  }
  return rewrite(site, pagesOf(site), (text) => text.replace(END_OF_HEAD, () => markup + END_OF_HEAD));
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

function rewrite(site: Site, paths: readonly string[], change: (text: string) => string): Site {
  const wanted = new Set(paths);
  const files = [...site.files].map(
    ([path, file]) => [path, wanted.has(path) ? withText(file, change) : file] as const,
  );
  return { manifest: site.manifest, files: new Map(files) };
}

/**
 * The file with another text: changed and compressed again when it is asked for, and its inline parts as they were, so that
 * their hashes hold.
 */
function withText({ contentType, variants: built }: SiteFile, change: (text: string) => string): SiteFile {
  const body = () => variants.identity.body;
  const isCompressed = 'br' in built;
  const variants = makeVariants({
    identity: () => Buffer.from(change(built.identity.body.toString('utf8'))),
    ...(isCompressed && { br: () => brotliCompressSync(body(), brotliOptions(QUICK, body())) }),
    ...('gzip' in built && { gzip: () => gzipSync(body()) }),
  });
  const file: SiteFile = { contentType, variants };
  if (isCompressed) {
    file.condense = async () => {
      delete file.condense;
      keep(variants, 'br', variantOf(await compressBrotli(body(), brotliOptions(BEST, body()))));
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
