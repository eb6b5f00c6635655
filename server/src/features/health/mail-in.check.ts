import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { connect } from 'node:net';
import { describeError } from '../../platform/log.ts';
import type { SenderTrust } from '../../platform/mail-in/authenticate-sender.ts';
import { checkMailbox, type MailboxLocation } from '../../platform/mail-in/imap-mailbox.ts';
import {
  MailboxError,
  type MailboxState,
  type MailboxStep,
  type WaitingMail,
} from '../../platform/mail-in/mailbox-position.ts';
import { type Check, notice, ok, problem, type Result } from './checks.ts';

/** The settings of answers by mail, as the checks read them. */
export interface CheckedMailIn {
  address: { name: string; domain: string };
  smtp: { host: string; port: number; tls: { certFile: string; keyFile: string } | undefined } | undefined;
  imap: MailboxLocation | undefined;
  nameServers: readonly string[];
  trust: SenderTrust;
}

const CONNECT_MS = 3_000;
const DNS_MS = 3_000;

/** The mailbox as the last visits left it; undefined before the first. May throw. */
export type ReadMailbox = () => Promise<MailboxState | undefined>;

/** Whether answers by mail can arrive; where they are off, what they would be. */
export function mailInCheck(settings: CheckedMailIn | undefined, readMailbox: ReadMailbox): Check {
  return { id: 'mail-in', run: () => (settings ? checkMailIn(settings, readMailbox) : ok(OFF)) };
}

const OFF =
  'Answers by email are off: clients reply in the portal. Set MAIL_IN_ADDRESS and MAIL_IN_PORT or MAIL_IN_IMAP_URL to let them reply to the emails (see the runbook, “Answers by email”).';

async function checkMailIn(
  { address, smtp, imap, nameServers, trust }: CheckedMailIn,
  readMailbox: ReadMailbox,
): Promise<Result> {
  const proofs = describeProofs(trust);
  const where = `${address.name === '' ? '' : `${address.name}+…`}@${address.domain}`;
  if (smtp) {
    const found = await findListenerProblem(smtp, `Answers to ${where} can’t arrive`);
    if (found) return found;
  }
  if (imap) {
    const found = await findMailboxProblem(imap, where, readMailbox);
    if (found) return found;
    if (!smtp)
      return ok(`Answers to ${where} are taken out of the mailbox at ${imap.host} every minute. ${proofs}`);
  }
  const servers = await findMailServers(address.domain, nameServers);
  if (servers === undefined) {
    return notice(
      `Answers to ${where} are taken, but no name server says which mail server is responsible for ${address.domain}. ${proofs}`,
      `Add an MX record for ${address.domain}, or check the machine’s name servers.`,
    );
  }
  const plain = smtp && !smtp.tls ? ' They arrive unencrypted: MAIL_IN_TLS_CERT isn’t set.' : '';
  return ok(`Answers to ${where} are taken; ${servers} is responsible for that domain.${plain} ${proofs}`);
}

/** What proves here who wrote an email. */
function describeProofs({ isDirect, trustedHost, relays }: SenderTrust): string {
  const others = [
    ...(isDirect ? ['the sender’s own server (SPF, as MAIL_IN_DIRECT is on)'] : []),
    ...(trustedHost
      ? [
          `what ${trustedHost} writes into emails${relays.length > 0 ? ` that ${relays.join(', ')} brings` : ''}`,
        ]
      : []),
  ];
  const studio = 'yours always needs the signature';
  return others.length === 0
    ? 'Only a signature of the sender’s domain (DKIM) proves who wrote an email.'
    : `A signature of the sender’s domain (DKIM) proves who wrote an email, or ${others.join(', or ')}; ${studio}.`;
}

type Listener = NonNullable<CheckedMailIn['smtp']>;

async function findListenerProblem(
  { host, port, tls }: Listener,
  start: string,
): Promise<Result | undefined> {
  try {
    for (const file of tls ? [tls.certFile, tls.keyFile] : []) await access(file, constants.R_OK);
  } catch (error) {
    return problem(
      `${start}: the certificate or its key can’t be read (${describeError(error)}).`,
      'Check MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY, and whether the product’s account may read both files.',
    );
  }
  try {
    if (await isMailServer(host, port)) return undefined;
    return problem(
      `${start}: what has port ${port} isn’t a mail server.`,
      'Stop the program that has the port, or set another MAIL_IN_PORT and restart the product.',
    );
  } catch (error) {
    return problem(
      `${start}: port ${port} doesn’t respond (${describeError(error)}).`,
      'Start the product, or see in its log why it can’t have the port of MAIL_IN_PORT.',
    );
  }
}

/** What to do where a visit failed, by its step. Nothing is lost meanwhile. */
const WHAT_TO_DO: Record<MailboxStep, string> = {
  connect: 'Check the server and the port of MAIL_IN_IMAP_URL, and whether that server runs.',
  'sign-in': 'Check the account and the password of MAIL_IN_IMAP_URL: it may have been changed.',
  folder: 'Check the folder of MAIL_IN_IMAP_URL, or create it again in the mailbox.',
  read: 'Look whether a mail program can open that folder; ask your provider if it can’t.',
  mark: 'Check MAIL_IN_IMAP_DONE_FOLDER, or create that folder, and whether the account may change emails.',
  store: 'Look at what else is wrong: the disk, the database or the files.',
};
/** Steps that a look at the mailbox repeats: where it succeeds, they are over. */
const LOOKED_AT: readonly MailboxStep[] = ['connect', 'sign-in', 'folder'];
/** After fewer failures, an email may still be taken soon. */
const TELL_AFTER = 3;
const SHOWN_WAITING = 3;

async function findMailboxProblem(
  imap: MailboxLocation,
  where: string,
  readMailbox: ReadMailbox,
): Promise<Result | undefined> {
  const [now, state] = await Promise.all([
    checkMailbox(imap).then(() => undefined, asMailboxError),
    // Another check is about the database.
    readMailbox().catch(() => undefined),
  ]);
  const before = state?.fault;
  const fault = now ?? (before && !LOOKED_AT.includes(before.step) ? before : undefined);
  if (fault) {
    const since = before ? ` since ${inWords(before.since)}` : '';
    const sentence =
      fault.step === 'mark'
        ? `Answers to ${where} are taken, but can’t be marked or moved in the mailbox at ${imap.host}`
        : `Answers to ${where} can’t be taken out of the mailbox at ${imap.host}`;
    const stay = fault.step === 'mark' ? '' : ' Answers wait in the mailbox meanwhile.';
    return problem(`${sentence}${since} (${fault.message}).`, `${WHAT_TO_DO[fault.step]}${stay}`);
  }
  const failing = (state?.position.waiting ?? []).filter(({ attempts }) => attempts >= TELL_AFTER);
  return failing.length === 0 ? undefined : describeFailing(failing, imap);
}

function describeFailing(failing: readonly WaitingMail[], { host, folder }: MailboxLocation): Result {
  const list = failing.slice(0, SHOWN_WAITING).map((mail) => `${inWords(mail.arrivedAt)} (${mail.fault})`);
  if (failing.length > SHOWN_WAITING) list.push(`${failing.length - SHOWN_WAITING} more`);
  return problem(
    `${failing.length === 1 ? 'An email' : `${failing.length} emails`} in the mailbox at ${host} can’t be taken: of ${list.join(', ')}.`,
    `Look for it in the folder ${folder}: it stays there and is tried again every hour. Move it away or delete it to have this end.`,
  );
}

const asMailboxError = (error: unknown) =>
  error instanceof MailboxError ? error : new MailboxError('connect', error);

const inWords = (moment: string) => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

/** Whether what listens there greets as a mail server does, in time. Throws if it takes no connection. */
async function isMailServer(host: string, port: number): Promise<boolean> {
  const socket = connect({ host: host === '0.0.0.0' || host === '::' ? 'localhost' : host, port });
  const signal = AbortSignal.timeout(CONNECT_MS);
  try {
    await once(socket, 'connect', { signal });
    const [bytes] = await once(socket, 'data', { signal }).catch((): [] => []);
    return bytes instanceof Buffer && bytes.toString('latin1').startsWith('220');
  } finally {
    socket.destroy();
  }
}

async function findMailServers(domain: string, nameServers: readonly string[]): Promise<string | undefined> {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 1 });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  try {
    const records = await resolver.resolveMx(domain);
    return records.sort((one, other) => one.priority - other.priority)[0]?.exchange;
  } catch {
    return undefined;
  }
}
