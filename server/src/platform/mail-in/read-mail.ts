import { Resolver } from 'node:dns/promises';
import type { AuthenticateOptions } from 'mailauth';
import {
  type Arrival,
  authenticateSender,
  type SenderProof,
  UncheckedSenderError,
} from './authenticate-sender.ts';
import { type IncomingMail, parseMail, UnreadableMailError } from './parse-mail.ts';

/** A mail to read, and what its sender is checked with. */
export interface MailOrder {
  raw: Uint8Array;
  arrival: Arrival;
  /** Name servers to ask, such as 127.0.0.1:5353; the machine's own where it is empty. */
  nameServers: readonly string[];
  trustedHost: string | undefined;
}

/** A read mail. `proof` is undefined while no name server answers. */
export interface ReadMail {
  mail: IncomingMail;
  proof: SenderProof | undefined;
}

/** A mail, or undefined for one that can't be read. */
export type MailReader = (order: MailOrder) => Promise<ReadMail | undefined>;

const DNS_TIMEOUT_MS = 5_000;

/** Reads a mail and checks its sender. What is hostile in it may take long: the product does this in a thread of its own. */
export async function readMail(
  { raw, arrival, nameServers, trustedHost }: MailOrder,
  resolver: AuthenticateOptions['resolver'] = resolverOf(nameServers),
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
    return { mail, proof: await authenticateSender(toCheck, { resolver, trustedHost }) };
  } catch (error) {
    if (error instanceof UncheckedSenderError) return { mail, proof: undefined };
    throw error;
  }
}

function resolverOf(servers: readonly string[]): AuthenticateOptions['resolver'] {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name, type) => (await resolver.resolve(name, type)) as string[] | string[][];
}
