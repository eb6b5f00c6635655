import { htmlToText } from 'html-to-text';

/** What a mail's HTML says, and the pictures that stand inside it. */
export interface HtmlText {
  text: string;
  pictures: readonly { type: string; content: Buffer }[];
  /** Whether it goes on beyond what is read. */
  isCut: boolean;
}

/** Longer HTML is read to there: its time grows with its length. */
const MAX_HTML = 1024 * 1024;
/** The library's time grows with the square of this. */
const MAX_DEPTH = 1_000;
const MAX_PICTURES = 20;
const DATA_PICTURE = /data:(image\/[a-z0-9.+-]{1,40});base64,([a-z0-9+/=%\s]*)/gi;
const ANY_DATA = /data:[a-z0-9.+-]{1,40}\/[a-z0-9.+-]{1,60}[^"'<>\s]*/gi;

/** The text of HTML, quotes marked by ">", without the pictures that it carries. */
export function readHtml(html: string): HtmlText {
  const pictures: { type: string; content: Buffer }[] = [];
  const light = html
    .replaceAll(DATA_PICTURE, (_, type: string, encoded: string) => {
      if (pictures.length < MAX_PICTURES)
        pictures.push({ type: type.toLowerCase(), content: Buffer.from(encoded, 'base64') });
      return '';
    })
    .replaceAll(ANY_DATA, '');
  const isCut = light.length > MAX_HTML || isTooDeep(light);
  const short = light.slice(0, MAX_HTML);
  return { text: isTooDeep(short) ? withoutTags(short) : convert(short), pictures, isCut };
}

const convert = (html: string) =>
  htmlToText(html, {
    wordwrap: false,
    limits: { maxDepth: MAX_DEPTH },
    formatters: {
      // A picture's own words are mostly a file's name; an emoji is what the sender wrote.
      emoji: (element, _walk, builder) => {
        const alt = element.attribs.alt ?? '';
        if (EMOJI.test(alt)) builder.addInline(alt);
      },
    },
    selectors: [
      { selector: 'img', format: 'emoji' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  });

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d){1,20}$/u;

/** Tags of elements that hold nothing, or that a parser closes by itself. */
const FLAT = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th'.split(' '),
);

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9:]{0,30})/gi)) {
    if (FLAT.has(name.toLowerCase())) continue;
    depth = Math.max(0, depth + (end === '/' ? -1 : 1));
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const withoutTags = (html: string) => html.replaceAll(/<[^<>]{0,10000}>/g, ' ');
