import { Resolver } from 'node:dns/promises';
import type { AuthenticateOptions } from 'mailauth';
import {
  type Arrival,
  authenticateSender,
  type SenderProof,
  type SenderTrust,
  UncheckedSenderError,
} from './authenticate-sender.ts';
import { type IncomingMail, parseMail, UnreadableMailError } from './parse-mail.ts';

/** A mail to read, and what its sender is checked with. */
export interface MailOrder {
  raw: Uint8Array;
  arrival: Arrival;
  /** Name servers to ask, such as 127.0.0.1:5353; the machine's own where it is empty. */
  nameServers: readonly string[];
  trust: SenderTrust;
}

/** A read mail. `proof` is undefined while no name server answers. */
export interface ReadMail {
  mail: IncomingMail;
  proof: SenderProof | undefined;
}

/** A mail, or undefined for one that can't be read. */
export type MailReader = (order: MailOrder) => Promise<ReadMail | undefined>;

const DNS_TIMEOUT_MS = 3_000;
/** For all look-ups of a mail together: a domain whose name servers are silent holds up its own mails alone. */
const LOOK_UPS_MS = 8_000;

type Resolve = NonNullable<AuthenticateOptions['resolver']>;

/** Reads a mail and checks its sender. What is hostile in it may take long: the product does this in a thread of its own. */
export async function readMail(
  { raw, arrival, nameServers, trust }: MailOrder,
  {
    resolver = resolverOf(nameServers),
    lookUpsMs = LOOK_UPS_MS,
  }: { resolver?: Resolve; lookUpsMs?: number } = {},
): Promise<ReadMail | undefined> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let mail: IncomingMail;
  try {
    mail = await parseMail(bytes);
  } catch (error) {
    if (error instanceof UnreadableMailError) return undefined;
    throw error;
  }
  try {
    const toCheck = { ...arrival, raw: bytes, from: mail.from?.address };
    return {
      mail,
      proof: await authenticateSender(toCheck, { resolver: within(lookUpsMs, resolver), trust }),
    };
  } catch (error) {
    if (error instanceof UncheckedSenderError) return { mail, proof: undefined };
    throw error;
  }
}

/** Look-ups that end together, however many are made. */
function within(ms: number, resolve: Resolve): Resolve {
  const late = AbortSignal.timeout(ms);
  const end = new Promise<never>((_, reject) => {
    const timedOut = Object.assign(new Error('The name servers took too long'), { code: 'ETIMEOUT' });
    late.addEventListener('abort', () => reject(timedOut));
  });
  end.catch(() => {});
  return (name, type) => (late.aborted ? end : Promise.race([resolve(name, type), end]));
}

function resolverOf(servers: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name, type) => (await resolver.resolve(name, type)) as string[] | string[][];
}
