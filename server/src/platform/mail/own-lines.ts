import { createHmac } from 'node:crypto';
import { withoutTags } from './without-tags.ts';

/** Longer mails have their first lines recognised. */
const MAX_LINES = 400;
const MAX_LINE = 2_000;
/** Bytes of a hash that are kept: its text has a third more. */
const KEPT_BYTES = 9;
const HASH_LENGTH = 12;

const LINK = /\b(?:https?|mailto):/gi;
/** Brackets that links stand in. */
const BRACKETS: Readonly<Record<string, string>> = { '<': '>', '[': ']' };

/** A line as it is compared, however programs wrap, mark and space it: its letters and digits, without links. */
export function comparableLine(line: string): string {
  return line
    .slice(0, MAX_LINE)
    .split(/\s/)
    .map(withoutLinks)
    .join(' ')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** A word without the links in it, each to its closing bracket, or to a character that is in none. */
function withoutLinks(word: string): string {
  let rest = '';
  let end = 0;
  for (const { index } of word.matchAll(LINK)) {
    if (index < end) continue;
    const closing = BRACKETS[word[index - 1] ?? ''];
    const isClosed = closing !== undefined && word.lastIndexOf(closing) > index;
    rest += `${word.slice(end, isClosed ? index - 1 : index)} `;
    const length = word.slice(index).search(/[<>"]/);
    end = isClosed ? word.indexOf(closing, index) + 1 : length < 0 ? word.length : index + length;
  }
  return rest + word.slice(end);
}

/**
 * Keyed hashes of a mail's lines, one after another: enough to recognise them in an answer, and nothing to read them from. Lines
 * lose their links before, which are secrets.
 */
export function hashLines({ text, html }: { text: string; html: string }, key: Buffer): string {
  const lines = [...text.split('\n'), ...linesOfHtml(html)].map(comparableLine);
  return [...new Set(lines.filter((line) => line !== ''))]
    .slice(0, MAX_LINES)
    .map((line) => hashLine(line, key))
    .join('');
}

export function hashLine(comparable: string, key: Buffer): string {
  return createHmac('sha256', key).update(comparable).digest().subarray(0, KEPT_BYTES).toString('base64url');
}

/** The single hashes that `hashLines` made. */
export function splitHashes(hashes: string): string[] {
  return Array.from({ length: Math.floor(hashes.length / HASH_LENGTH) }, (_, at) =>
    hashes.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH),
  );
}

/** The lines of HTML of ours: each cell, and each row, because programs make one line of either. */
function linesOfHtml(html: string): string[] {
  const body = html.slice(Math.max(0, html.indexOf('</head>'))).replaceAll('\n', '');
  const split = (ends: RegExp) => readEntities(withoutTags(body.replaceAll(ends, '\n'), '')).split('\n');
  return [...split(/<br>|<\/(?:p|h1|td|th|tr|div)>/g), ...split(/<br>|<\/(?:p|h1|tr|div)>/g)];
}

const readEntities = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&middot;', '·')
    .replaceAll('&amp;', '&');
