import { htmlToText } from 'html-to-text';
import { withoutTags } from '../mail/without-tags.ts';

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
/** What follows "data:" where a picture does, and how long that may be. */
const PICTURE_HEAD = /^(image\/[a-z0-9.+-]{1,40});base64,/i;
const MAX_PICTURE_HEAD = 60;
const NOT_BASE64 = /[^a-z0-9+/=%\s]/i;
const ANY_DATA = /data:[a-z0-9.+-]{1,40}\/[a-z0-9.+-]{1,60}[^"'<>\s]*/gi;

/** The text of HTML, quotes marked by ">", without the pictures that it carries. */
export function readHtml(html: string): HtmlText {
  const { rest, pictures } = takePictures(html);
  const light = rest.replaceAll(ANY_DATA, '');
  const isCut = light.length > MAX_HTML || isTooDeep(light);
  const short = light.slice(0, MAX_HTML);
  return { text: isTooDeep(short) ? withoutTags(short, ' ') : convert(short), pictures, isCut };
}

/** The pictures that are written into HTML, and what is left of it. */
function takePictures(html: string): { rest: string; pictures: { type: string; content: Buffer }[] } {
  const pictures: { type: string; content: Buffer }[] = [];
  let rest = '';
  let end = 0;
  for (const { 0: scheme, index } of html.matchAll(/data:/gi)) {
    const from = index + scheme.length;
    const [head, type = ''] = PICTURE_HEAD.exec(html.slice(from, from + MAX_PICTURE_HEAD)) ?? [];
    if (head === undefined) continue;
    const start = from + head.length;
    const length = html.slice(start).search(NOT_BASE64);
    rest += html.slice(end, index);
    end = length < 0 ? html.length : start + length;
    if (pictures.length < MAX_PICTURES)
      pictures.push({ type: type.toLowerCase(), content: Buffer.from(html.slice(start, end), 'base64') });
  }
  return { rest: rest + html.slice(end), pictures };
}

const convert = (html: string) =>
  htmlToText(html, {
    wordwrap: false,
    limits: { maxDepth: MAX_DEPTH },
    formatters: {
      // A picture's own words are mostly a file's name; an emoji is what the sender wrote.
      emoji: (element, _walk, builder) => {
        const alt = element.attribs.alt ?? '';
        if (isEmoji(alt)) builder.addInline(alt);
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

const EMOJI_PART = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d)$/u;
const MAX_EMOJI = 40;

const isEmoji = (text: string) =>
  text !== '' && text.length <= MAX_EMOJI && [...text].every((part) => EMOJI_PART.test(part));

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
