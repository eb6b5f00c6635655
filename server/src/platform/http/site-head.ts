import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Site, SiteFile, Variant } from './site.ts';

const END_OF_HEAD = '</head>';

/**
 * The site with `markup` at the end of every page's head, for what only this server knows of itself. Inline parts
 * stay as they are, and with them their hashes; what the build had compressed is compressed again.
 * @param markup HTML that is no script and no style
 * @throws for a page without a head
 */
export function addToHead(site: Site, markup: string): Site {
  const { pages, fallback, notFound } = site.manifest;
  const html = new Set([...Object.values(pages), fallback, notFound].map(({ file }) => file));
  const changed = [...site.files].map(
    ([path, file]) => [path, html.has(path) ? withMarkup(path, file, markup) : file] as const,
  );
  return { manifest: site.manifest, files: new Map(changed) };
}

function withMarkup(path: string, { contentType, variants }: SiteFile, markup: string): SiteFile {
  const text = variants.identity.body.toString('utf8');
  const at = text.indexOf(END_OF_HEAD);
  if (at < 0) throw new Error(`The page ${path} has no head`);
  const body = Buffer.from(text.slice(0, at) + markup + text.slice(at));
  return {
    contentType,
    variants: {
      identity: variantOf(body),
      ...(variants.br && { br: variantOf(brotliCompressSync(body)) }),
      ...(variants.gzip && { gzip: variantOf(gzipSync(body)) }),
    },
  };
}

function variantOf(body: Buffer): Variant {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}
