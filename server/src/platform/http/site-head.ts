import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Site, SiteFile, Variant } from './site.ts';

/*
 * What only the running server knows is put into the built site at its start. Inline parts stay as they are, and with them
 * their hashes; what the build had compressed is compressed again.
 */

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
