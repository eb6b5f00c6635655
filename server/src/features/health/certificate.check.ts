import { isIP } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { certificateLevel } from '@atelier/domain/health/rules.ts';
import type { Clock } from '../../platform/clock.ts';
import { isLoopbackUrl } from '../../platform/http/client.ts';
import { describeError } from '../../platform/log.ts';
import { type Check, notice, ok, problem, type Result } from './checks.ts';

const ANSWER_WITHIN_MS = 5_000;
const MAX_NAMES = 10;
const RENEW =
  'Let the TLS proxy renew it (Caddy does so by itself), and check that it can be reached on port 80 or 443.';

/** The certificate that visitors of PUBLIC_URL get. Only the handshake is made: nothing is requested or followed. */
export function certificateCheck({ publicUrl, clock }: { publicUrl: string; clock: Clock }): Check {
  return { id: 'certificate', run: () => checkCertificate(publicUrl, clock) };
}

async function checkCertificate(publicUrl: string, clock: Clock): Promise<Result> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') {
    return isLoopbackUrl(publicUrl)
      ? ok('PUBLIC_URL is this machine: there’s no certificate to check.')
      : problem(
          'PUBLIC_URL isn’t https: passwords travel unencrypted.',
          'Put a TLS proxy in front, and set PUBLIC_URL to https.',
        );
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  let shown: Shown;
  try {
    shown = await readCertificate(host, Number(port || 443));
  } catch (error) {
    return notice(
      `${publicUrl} can’t be reached from this machine: ${describeError(error)}.`,
      'Open it in a browser. Some networks don’t let a machine reach its own public address: then this means nothing.',
    );
  }
  const { certificate, refusal } = shown;
  const [from, to, now] = [
    Date.parse(certificate.valid_from),
    Date.parse(certificate.valid_to),
    clock.now().getTime(),
  ];
  const names = namesOf(certificate);
  const day = new Date(to).toISOString().slice(0, 10);
  if (now > to) return problem(`The certificate of ${host} expired on ${day}.`, RENEW);
  if (refusal) return problem(`Browsers refuse the certificate of ${host} (${names}): ${refusal}.`, RENEW);
  const level = certificateLevel({ from, to, now });
  const sentence = `The certificate of ${host} (${names}) is valid until ${day}.`;
  return level === 'ok'
    ? ok(sentence)
    : { level, sentence: `${sentence} It should have been renewed by now.`, whatToDo: RENEW };
}

interface Shown {
  certificate: PeerCertificate;
  /** Why a browser would refuse it, in words; undefined for one that it takes. */
  refusal: string | undefined;
}

/** @throws when the connection fails or isn't there within five seconds */
async function readCertificate(host: string, port: number): Promise<Shown> {
  const { promise, resolve, reject } = Promise.withResolvers<Shown>();
  const socket: TLSSocket = connect({
    host,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    // A faulty certificate is what is to be read.
    rejectUnauthorized: false,
  });
  const timer = setTimeout(() => {
    socket.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS / 1_000} seconds`));
  }, ANSWER_WITHIN_MS);
  socket.once('error', reject);
  socket.once('secureConnect', () => {
    const { authorizationError } = socket;
    const refusal = authorizationError ? describeError(authorizationError) : undefined;
    resolve({ certificate: socket.getPeerCertificate(), refusal });
  });
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

/** The names that it is for, bounded: the server that is asked writes them. */
function namesOf({ subjectaltname = '' }: PeerCertificate): string {
  const names = subjectaltname.split(', ').map((name) => name.replace(/^(?:DNS|IP Address):/, ''));
  const shown = names.slice(0, MAX_NAMES).join(', ').slice(0, 300);
  return names.length > MAX_NAMES ? `${shown}, …` : shown || 'no names';
}
