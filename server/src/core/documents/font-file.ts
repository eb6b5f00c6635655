/*
 * What is read of a font in OpenType's format (https://learn.microsoft.com/typography/opentype/spec/): its letters and its height.
 * The library that sets the text reads all of it, which takes 12 MB that a server without documents can do without.
 */
const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;
/** Positions, in bytes, within the tables `head` and `hhea`. */
const UNITS_PER_EM = 18;
const ASCENT = 4;
/** Positions within `cmap` and its two formats: of segments up to U+FFFF, and of groups of any. */
const CMAP = { header: 4, entry: 8 };
const SEGMENTS = { format: 4, header: 14 };
const GROUPS = { format: 12, count: 12, header: 16, entry: 12 };

export interface FontFacts {
  /** From the baseline to the top, as a fraction of the size. */
  ascent: number;
  /** The code points that it has a glyph for. */
  letters: ReadonlySet<number>;
}

/** @param font as `unpackFont` gives it */
export function readFont(font: Buffer): FontFacts {
  const table = (tag: string) => {
    for (let at = HEADER_BYTES; at < HEADER_BYTES + font.readUInt16BE(4) * ENTRY_BYTES; at += ENTRY_BYTES) {
      if (font.toString('latin1', at, at + 4) === tag) return font.subarray(font.readUInt32BE(at + 8));
    }
    throw new Error(`The font has no table ${tag}`);
  };
  return {
    ascent: table('hhea').readInt16BE(ASCENT) / table('head').readUInt16BE(UNITS_PER_EM),
    letters: new Set(readLetters(table('cmap'))),
  };
}

function* readLetters(cmap: Buffer): Generator<number> {
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const part = cmap.subarray(cmap.readUInt32BE(CMAP.header + index * CMAP.entry + 4));
    const format = part.readUInt16BE(0);
    if (format === SEGMENTS.format) yield* readSegments(part);
    if (format === GROUPS.format) yield* readGroups(part);
  }
}

function* readSegments(part: Buffer): Generator<number> {
  const bytes = part.readUInt16BE(6);
  const ends = SEGMENTS.header;
  const [starts, deltas, offsets] = [ends + bytes + 2, ends + 2 * bytes + 2, ends + 3 * bytes + 2];
  for (let at = 0; at < bytes; at += 2) {
    const start = part.readUInt16BE(starts + at);
    const offset = part.readUInt16BE(offsets + at);
    for (let point = start; point <= part.readUInt16BE(ends + at) && point < 0xff_ff; point += 1) {
      // Where there is an offset, it counts from its own place to the list of glyphs.
      const listed = offset && part.readUInt16BE(offsets + at + offset + (point - start) * 2);
      const glyph = offset && !listed ? 0 : ((listed || point) + part.readUInt16BE(deltas + at)) & 0xff_ff;
      if (glyph !== 0) yield point;
    }
  }
}

function* readGroups(part: Buffer): Generator<number> {
  for (let index = 0; index < part.readUInt32BE(GROUPS.count); index += 1) {
    const at = GROUPS.header + index * GROUPS.entry;
    for (let point = part.readUInt32BE(at); point <= part.readUInt32BE(at + 4); point += 1) yield point;
  }
}
