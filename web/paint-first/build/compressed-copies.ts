import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes `file.br` and `file.gz`, each only if it is smaller than the file itself. */
export async function writeCompressedCopies(file: string): Promise<void> {
  const original = await readFile(file);
  const copies = {
    br: await compressBrotli(original, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: original.length,
      },
    }),
    gz: await compressGzip(original, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < original.length) await writeFile(`${file}.${ending}`, copy);
    else await rm(`${file}.${ending}`, { force: true });
  }
}
