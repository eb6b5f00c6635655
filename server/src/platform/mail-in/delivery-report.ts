import { plainLine } from './plain-line.ts';

/** What a mail server says about a mail of ours that it couldn't deliver. */
export interface DeliveryFailure {
  /** Of the mail that it is about, without its angle brackets. */
  messageIds: readonly string[];
  /** The server's own words, on one line. */
  diagnosis: string;
}

const MAX_LINES = 2_000;
const MAX_DIAGNOSIS = 300;

/**
 * Reads a report (RFC 3464): a delivery status, then the headers of the mail. Undefined for one about a delay, or about a mail that
 * arrived: only a final failure counts.
 */
export function readDeliveryFailure(report: string): DeliveryFailure | undefined {
  const fields = readFields(report);
  const all = (name: string) => fields.filter(([key]) => key === name).map(([, value]) => value);
  const hasFailed = all('action').some((action) => action.toLowerCase().startsWith('failed'));
  // Some servers leave the action out.
  const isFinal = all('status').some((status) => status.startsWith('5'));
  if (!hasFailed && !(all('action').length === 0 && isFinal)) return undefined;
  const messageIds = all('message-id').map((id) => id.replaceAll(/[<>\s]/g, ''));
  const [diagnosis = all('status')[0] ?? ''] = all('diagnostic-code');
  return { messageIds, diagnosis: wordsOf(diagnosis) };
}

/** Names in lower case, with their values on one line. */
function readFields(text: string): [name: string, value: string][] {
  const fields: [string, string][] = [];
  for (const line of text.split('\n', MAX_LINES).map((each) => each.trimEnd())) {
    const last = fields.at(-1);
    if ((line.startsWith(' ') || line.startsWith('\t')) && last) last[1] += ` ${line.trim()}`;
    else {
      const colon = line.indexOf(':');
      if (colon > 0) fields.push([line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]);
    }
  }
  return fields;
}

function wordsOf(diagnosis: string): string {
  const words = diagnosis.toLowerCase().startsWith('smtp;') ? diagnosis.slice('smtp;'.length) : diagnosis;
  return plainLine(words, MAX_DIAGNOSIS);
}
