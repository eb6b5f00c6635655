import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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
  return {
    contentType,
    variants: {
      identity: variantOf(body),
      ...(variants.br && { br: variantOf(compressBrotli(body)) }),
      ...(variants.gzip && { gzip: variantOf(gzipSync(body)) }),
    },
  };
}

/** Nearly as small as the build makes it, in a tenth of the time: somebody waits for the start. */
const compressBrotli = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

function variantOf(body: Buffer): Variant {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}
