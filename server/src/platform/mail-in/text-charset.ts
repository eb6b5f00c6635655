import { Transform, type TransformCallback } from 'node:stream';

/** What decodes a text whose charset is missing, or is named by programs that write another one. */
export function lenientDecoder(charset: string | undefined): Transform | undefined {
  const name = (charset ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const decode = DECODERS.get(name);
  if (!decode) return undefined;
  const chunks: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer | string, _encoding, done: TransformCallback) {
      chunks.push(Buffer.from(chunk));
      done();
    },
    flush(done: TransformCallback) {
      done(null, Buffer.from(decode(Buffer.concat(chunks))));
    },
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/** UTF-8 if the bytes are that, which no other text happens to be; otherwise what most programs mean. */
function decodeByBytes(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return western.decode(bytes);
  }
}

/** UTF-7 (RFC 2152): its text is never taken for markup here. */
function decodeUtf7(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) => {
    if (encoded === '') return '+';
    const units = Buffer.from(encoded, 'base64');
    const even = units.subarray(0, units.length - (units.length % 2));
    return Buffer.from(even).swap16().toString('utf16le');
  });
}

const DECODERS = new Map<string, (bytes: Buffer) => string>([
  ...['', 'ascii', 'usascii', 'utf8', 'unknown', 'unknown8bit', '8bit', 'default', 'none'].map(
    (name) => [name, decodeByBytes] as const,
  ),
  ['utf7', decodeUtf7],
  ['unicode11utf7', decodeUtf7],
]);
