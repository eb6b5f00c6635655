import { parseHeaders } from 'mailauth/lib/tools.js';

/** Each one that is checked asks name servers of the sender's choice. */
const MAX_SIGNATURES = 3;

interface MailHead {
  fields: { key: string; line: string }[];
  /** From the empty line on. */
  rest: Buffer;
}

/** The fields of a mail's header as the library that checks signatures reads them. */
function splitHead(raw: Buffer): MailHead {
  const ends = ['\n\r\n', '\n\n'].map((gap) => raw.indexOf(gap)).filter((at) => at >= 0);
  const end = Math.min(raw.length, ...ends.map((at) => at + 1));
  const { parsed } = parseHeaders(raw.subarray(0, end));
  return {
    fields: parsed.map(({ key, line }) => ({ key: key ?? '', line: line.toString('latin1') })),
    rest: raw.subarray(end),
  };
}

/** The header lines of a mail, unfolded. */
export function headerLines(raw: Buffer): string[] {
  return splitHead(raw).fields.map(({ line }) => line.replaceAll('\r\n', ''));
}

/**
 * A mail with the few of its signatures that are checked, those of the sender's domain first. The others are left out, and so are those
 * of servers on the way (ARC), of which the library looks one up even where it isn't asked to.
 */
export function withFewSignatures(raw: Buffer, from: string | undefined): Buffer {
  const { fields, rest } = splitHead(raw);
  const domain = from?.slice(from.lastIndexOf('@') + 1);
  const chosen = fields
    .filter(({ key }) => key === 'dkim-signature')
    .map(({ line }) => ({ line, distance: distanceOf(signerOf(line), domain) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MAX_SIGNATURES);
  const others = fields.filter(({ key }) => key !== 'dkim-signature' && !key.startsWith('arc-'));
  const head = [...chosen, ...others].map(({ line }) => `${line}\r\n`).join('');
  return Buffer.concat([Buffer.from(head, 'latin1'), rest]);
}

/** Domain that a signature says it is of. */
function signerOf(line: string): string {
  const tags = line.slice(line.indexOf(':') + 1).split(';');
  const tag = tags.map((each) => each.trim().toLowerCase()).find((each) => each.startsWith('d='));
  return tag?.slice('d='.length).trim() ?? '';
}

/** 0 for the sender's own domain, 1 for one above or below it, 2 for any other. */
function distanceOf(signer: string, domain: string | undefined): number {
  if (domain === undefined) return 2;
  if (signer === domain) return 0;
  return signer.endsWith(`.${domain}`) || domain.endsWith(`.${signer}`) ? 1 : 2;
}
