import type { AuthenticateOptions } from 'mailauth';

/** How a mail arrived. */
export interface Arrival {
  /** The connecting server's network address and name; undefined for a mail out of a mailbox, where SPF can't be checked. */
  peer: { address: string; helo: string } | undefined;
  envelopeFrom: string;
  /** What is in our address that it came to, and in no other; null where it doesn't matter. */
  place: string | null;
}

/** A mail's sender, as far as it is known. */
export interface SenderProof {
  /** Whether the domain of its From address stands for it: by a signature, or by the server that sent it. */
  isProven: boolean;
  /** One line for people: "dkim=pass spf=fail dmarc=pass". */
  summary: string;
}

/** The name servers don't answer for now. */
export class UncheckedSenderError extends Error {
  constructor(summary: string) {
    super(`The sender can't be checked right now: ${summary}`);
    this.name = 'UncheckedSenderError';
  }
}

export interface SenderCheckOptions {
  resolver?: AuthenticateOptions['resolver'] | undefined;
  /** The host whose Authentication-Results are believed, for mails out of a mailbox. */
  trustedHost?: string | undefined;
}

const MIN_KEY_BITS = 1024;

/**
 * Checks DKIM, SPF and DMARC of a mail. The domain of its From address has to agree with a signature or with SPF also where it
 * publishes no DMARC policy.
 * @throws UncheckedSenderError when a name server doesn't answer and nothing else proves the sender
 */
export async function authenticateSender(
  raw: Buffer,
  { peer, envelopeFrom, place }: Arrival,
  { resolver, trustedHost }: SenderCheckOptions,
): Promise<SenderProof> {
  const { authenticate } = await import('mailauth');
  const result = await authenticate(raw, {
    ...(peer ? { ip: peer.address, helo: peer.helo } : {}),
    sender: envelopeFrom,
    ...(resolver ? { resolver } : {}),
    minBitLength: MIN_KEY_BITS,
    rejectRsaSha1: true,
    disableArc: true,
    disableBimi: true,
  });
  const signatures = result.dkim.results;
  const dmarc = result.dmarc === false ? undefined : result.dmarc;
  const spf = peer && result.spf !== false ? result.spf : undefined;
  const dkimResult = signatures.some(({ status }) => status.result === 'pass')
    ? 'pass'
    : (signatures[0]?.status.result ?? 'none');
  const verdict = dmarc?.status.result ?? 'none';
  const found = `dkim=${dkimResult} spf=${spf?.status.result ?? 'none'} dmarc=${verdict}`;

  // A signature over only a part of the body leaves the rest to anyone.
  const whole = signatures.filter(
    ({ status }) => status.result === 'pass' && status.aligned && !status.underSized,
  );
  const isSigned = whole.some(({ signingHeaders }) => isSignedFor(signingHeaders?.headers ?? [], place));
  const summary = whole.length > 0 && !isSigned ? `${found}; signed for another address` : found;
  const isFromDomainsServer =
    spf?.status.result === 'pass' && spf.domain?.toLowerCase() === dmarc?.status.header?.from?.toLowerCase();
  const hasPolicy = verdict !== 'none';
  const isProven = hasPolicy
    ? verdict === 'pass' && (isSigned || isSpfAligned(dmarc))
    : isSigned || isFromDomainsServer;
  if (isProven) return { isProven, summary };
  const trusted = peer ? undefined : readTrustedResult(headerLines(raw), trustedHost);
  if (trusted)
    return { isProven: trusted === 'pass', summary: `${summary}; ${trustedHost}: dmarc=${trusted}` };
  if ([dkimResult, spf?.status.result, verdict].includes('temperror'))
    throw new UncheckedSenderError(summary);
  return { isProven: false, summary };
}

/**
 * Whether a mail was signed as one to an address of ours. Its recipient can send a signed mail on to anyone: without this, what a
 * client once wrote to a stranger could be posted here as theirs.
 */
function isSignedFor(signedLines: readonly string[], place: string | null): boolean {
  if (place === null) return true;
  return signedLines.some((line) => /^(to|cc)\s*:/i.test(line) && line.toLowerCase().includes(place));
}

type Dmarc = Exclude<Awaited<ReturnType<typeof import('mailauth').authenticate>>['dmarc'], false | undefined>;

const isSpfAligned = (dmarc: Dmarc | undefined) => Boolean(dmarc?.alignment?.spf?.result);

/** The header lines of a mail, unfolded. */
function headerLines(raw: Buffer): string[] {
  const end = ['\r\n\r\n', '\n\n'].map((gap) => raw.indexOf(gap)).filter((at) => at >= 0);
  const head = raw.subarray(0, Math.min(raw.length, 256 * 1024, ...end)).toString('latin1');
  const lines: string[] = [];
  for (const line of head.split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if ((text.startsWith(' ') || text.startsWith('\t')) && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  return lines;
}

/**
 * The DMARC result that a host wrote down; undefined without one. Only the topmost header of that host counts: it removes those
 * that a sender wrote in its name (RFC 8601, section 5).
 */
export function readTrustedResult(lines: readonly string[], host: string | undefined): string | undefined {
  if (!host) return undefined;
  for (const line of lines) {
    if (!line.toLowerCase().startsWith('authentication-results:')) continue;
    const [id = '', ...results] = line.slice('authentication-results:'.length).split(';');
    if (id.trim().split(' ')[0]?.toLowerCase() !== host.toLowerCase()) continue;
    const dmarc = results.map((each) => each.trim().toLowerCase()).find((each) => each.startsWith('dmarc='));
    return dmarc?.slice('dmarc='.length).split(/[\s(]/)[0];
  }
  return undefined;
}
