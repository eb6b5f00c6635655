import { comparableEmail } from '@atelier/domain/email-address.ts';
import type { AuthenticateOptions } from 'mailauth';
import { isAmongNetworks, isLocalAddress } from '../networks.ts';
import { headerLines, withFewSignatures } from './mail-head.ts';
import { splitResults } from './result-header.ts';

/** How a mail arrived. */
export interface Arrival {
  /** The connecting server's network address and name; undefined for a mail out of a mailbox, where SPF can't be checked. */
  peer: { address: string; helo: string } | undefined;
  envelopeFrom: string;
  /** What is in our address that it came to, and in no other; null where it doesn't matter. */
  place: string | null;
}

/** A mail whose sender is checked. */
export interface MailToCheck extends Arrival {
  raw: Buffer;
  /** Its sender as it is read; undefined where it names none or several. */
  from: string | undefined;
}

/** What stands for the domain of a mail's From address: its signature, its server (SPF), or the word of a host that is trusted. */
type ProvenBy = 'signature' | 'server' | 'trusted_host';

/** A mail's sender, as far as it is known. */
export interface SenderProof {
  /** Undefined if nothing stands for the sender's domain. */
  by: ProvenBy | undefined;
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

/** What counts beside a signature. */
export interface SenderTrust {
  /** Whether senders' servers connect here themselves. Behind another server SPF says who that is, not who wrote. */
  isDirect: boolean;
  /** The host whose Authentication-Results are believed, in mails out of a mailbox and in those that a relay brings. */
  trustedHost: string | undefined;
  /** Networks of the servers that pass mails on to here. */
  relays: readonly string[];
}

export interface SenderCheckOptions {
  resolver?: AuthenticateOptions['resolver'] | undefined;
  trust: SenderTrust;
}

const MIN_KEY_BITS = 1024;

/**
 * Checks DKIM, SPF and DMARC of a mail. The domain of its From address has to agree with a signature or with SPF also where it
 * publishes no DMARC policy.
 * @throws UncheckedSenderError when a name server doesn't answer and nothing else proves the sender
 */
export async function authenticateSender(
  { raw, from, peer, envelopeFrom, place }: MailToCheck,
  { resolver, trust }: SenderCheckOptions,
): Promise<SenderProof> {
  const isRelayed = peer !== undefined && isAmongNetworks(peer.address, trust.relays);
  const isSendersServer = peer && trust.isDirect && !isRelayed && !isLocalAddress(peer.address);
  const { authenticate } = await import('mailauth');
  const result = await authenticate(withFewSignatures(raw, from), {
    ...(isSendersServer ? { ip: peer.address, helo: peer.helo } : {}),
    sender: envelopeFrom,
    ...(resolver ? { resolver } : {}),
    minBitLength: MIN_KEY_BITS,
    rejectRsaSha1: true,
    disableArc: true,
    disableBimi: true,
  });
  const signatures = result.dkim.results;
  const dmarc = result.dmarc === false ? undefined : result.dmarc;
  const spf = isSendersServer && result.spf !== false ? result.spf : undefined;
  const dkimResult = signatures.some(({ status }) => status.result === 'pass')
    ? 'pass'
    : (signatures[0]?.status.result ?? 'none');
  const verdict = dmarc?.status.result ?? 'none';
  const found = `dkim=${dkimResult} spf=${spf?.status.result ?? 'none'} dmarc=${verdict}`;

  // What is checked is the sender as this library reads it, and two libraries can read a hostile header differently.
  if (from !== undefined && !isOnly(result.dkim.headerFrom, from))
    return { by: undefined, summary: `${found}; its sender can be read in two ways` };

  const ofDomain = signatures.filter(({ status }) => status.result === 'pass' && status.aligned);
  // A signature over only a part of the body leaves the rest to anyone.
  const whole = ofDomain.filter(({ status }) => !status.underSized);
  const isSigned = whole.some(({ signingHeaders }) => isSignedFor(signingHeaders?.headers ?? [], place));
  const summary = whole.length > 0 && !isSigned ? `${found}; signed for another address` : found;
  const fromDomain = dmarc?.status.header?.from?.toLowerCase();
  const isFromDomainsServer = spf?.status.result === 'pass' && spf.domain?.toLowerCase() === fromDomain;
  const hasPolicy = verdict !== 'none';
  const isDenied = hasPolicy && verdict !== 'pass';
  if (isSigned && !isDenied) return { by: 'signature', summary };
  if (!isDenied && (hasPolicy ? spf && isSpfAligned(dmarc) : isFromDomainsServer))
    return { by: 'server', summary };
  // A host that counts a signature as enough doesn't look at what it leaves open.
  const mayBeNoted = (!peer || isRelayed) && ofDomain.length === 0;
  const noted = mayBeNoted ? readTrustedResult(headerLines(raw), trust.trustedHost) : undefined;
  if (noted) {
    const by = noted === 'pass' ? 'trusted_host' : undefined;
    return { by, summary: `${summary}; ${trust.trustedHost}: dmarc=${noted}` };
  }
  if ([dkimResult, spf?.status.result, verdict].includes('temperror'))
    throw new UncheckedSenderError(summary);
  return { by: undefined, summary };
}

/**
 * Whether a mail was signed as one to an address of ours. Its recipient can send a signed mail on to anyone: without this, what a
 * client once wrote to a stranger could be posted here as theirs.
 */
function isSignedFor(signedLines: readonly string[], place: string | null): boolean {
  if (place === null) return true;
  return signedLines.some((line) => /^(to|cc)\s*:/i.test(line) && line.toLowerCase().includes(place));
}

const isOnly = ([only, ...others]: readonly string[], from: string): boolean =>
  only !== undefined && others.length === 0 && comparableEmail(only) === comparableEmail(from);

type Dmarc = Exclude<Awaited<ReturnType<typeof import('mailauth').authenticate>>['dmarc'], false | undefined>;

const isSpfAligned = (dmarc: Dmarc | undefined) => Boolean(dmarc?.alignment?.spf?.result);

/**
 * The DMARC result that a host wrote down; undefined without one. Only the topmost header of that host counts: it removes those
 * that a sender wrote in its name (RFC 8601, section 5).
 */
export function readTrustedResult(lines: readonly string[], host: string | undefined): string | undefined {
  if (!host) return undefined;
  for (const line of lines) {
    if (!line.toLowerCase().startsWith('authentication-results:')) continue;
    const [id = '', ...results] = splitResults(line.slice('authentication-results:'.length));
    if (id.trim().split(' ')[0]?.toLowerCase() !== host.toLowerCase()) continue;
    const dmarc = results.map((each) => each.trim().toLowerCase()).find((each) => each.startsWith('dmarc='));
    return dmarc?.slice('dmarc='.length).split(/[\s(]/)[0];
  }
  return undefined;
}
