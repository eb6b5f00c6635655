import type { FastifyRequest } from 'fastify';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { AuthError, otpExpired, validationFailed } from '../protocol/error-catalogue.ts';
import { parseEmail, RequestBody } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { presentSession } from '../sessions/sessions.service.ts';
import { attemptsOfBrowser } from '../sign-up/sign-up-cookie.ts';
import { consumeFoundLink, consumeLink, type LinkConsumption, type LinkResult } from './link-consumption.ts';
import { kindsOfType, type LinkKind } from './links.service.ts';
import { tryMailCode } from './mail-codes.ts';
import { presentHalfConfirmed } from './redirect-reply.ts';

/** A phone number by E.164, without its plus sign and spaces. */
const PHONE = /^[1-9][0-9]{1,14}$/;
/** Longest text that counts as a phone number: fifteen digits, and as many separators. */
const MAX_PHONE_LENGTH = 40;

/**
 * The address that a typed code is for.
 * @throws validation_failed unless there is one well-formed address or phone number
 * @throws otp_expired for a phone number: the provider never sends a code to one
 */
export function readCodeAddress(body: RequestBody): string {
  const [email, phone] = [body.text('email'), body.text('phone')];
  if ((email === '') === (phone === '')) {
    throw validationFailed('Only an email address or phone number should be provided on verify');
  }
  if (phone === '') return parseVerifiedEmail(email);
  requirePhone(phone);
  throw otpExpired();
}

/** @throws validation_failed */
function requirePhone(text: string): void {
  const digits = text
    .slice(0, MAX_PHONE_LENGTH + 1)
    .replace('+', '')
    .replaceAll(' ', '');
  if (text.length > MAX_PHONE_LENGTH || !PHONE.test(digits)) {
    throw validationFailed('Invalid phone number format (E.164 required)');
  }
}

function parseVerifiedEmail(text: string): string {
  try {
    return parseEmail(text);
  } catch (cause) {
    throw new AuthError(422, 'validation_failed', 'Invalid email format', { cause });
  }
}

/** `POST /verify` of a client: takes a link by its token, or the code beside it, on any device. */
export async function verifyByCall(provider: Provider, request: FastifyRequest): Promise<unknown> {
  const body = new RequestBody(request.body);
  const [type, token, tokenHash] = [body.text('type'), body.text('token'), body.text('token_hash')];
  if (type === '') throw validationFailed('Verify requires a verification type');
  if ((token === '') === (tokenHash === '')) {
    throw validationFailed('Verify requires either a token or a token hash');
  }
  const kinds = kindsOfCall(type);
  const result = await (token === ''
    ? consumeLinkOfCall(provider, request, body, kinds)
    : consumeCodeOfCall(provider, request, { email: readCodeAddress(body), kinds, code: token }));
  return result.outcome === 'session' ? presentSession(provider, result.granted) : presentHalfConfirmed();
}

/**
 * Like the page of the link, the call proves the address alone: a sign-up's password counts only if
 * the call carries the cookie of its attempt.
 */
async function consumeLinkOfCall(
  provider: Provider,
  request: FastifyRequest,
  body: RequestBody,
  kinds: readonly LinkKind[],
): Promise<LinkResult> {
  if (body.text('email') !== '' || body.text('phone') !== '') {
    throw validationFailed('Only the token_hash and type should be provided');
  }
  if (kinds.length === 0) throw validationFailed('Unsupported verification type');
  const token = body.text('token_hash');
  return transaction(provider.db, (trx) =>
    consumeLink(trx, provider, { token, kinds, ...factsOf(request, 'call') }),
  );
}

/** A wrong code is refused after its transaction, so that the try stays counted. */
async function consumeCodeOfCall(
  provider: Provider,
  request: FastifyRequest,
  typed: { email: string; kinds: readonly LinkKind[]; code: string },
): Promise<LinkResult> {
  if (typed.kinds.length === 0) throw otpExpired();
  const result = await transaction(provider.db, async (trx) => {
    const link = await tryMailCode(trx, provider, typed);
    return link && consumeFoundLink(trx, provider, link, factsOf(request, 'code'));
  });
  if (!result) throw otpExpired();
  return result;
}

function factsOf(request: FastifyRequest, by: 'call' | 'code'): Omit<LinkConsumption, 'token' | 'kinds'> {
  return {
    result: 'session',
    client: clientFacts(request),
    proof: { by, browserHashes: attemptsOfBrowser(request) },
  };
}

/** In calls alone, `email` is the name for any link that signs in. */
function kindsOfCall(type: string): readonly LinkKind[] {
  return type === 'email' ? [...kindsOfType('signup'), ...kindsOfType('invite')] : kindsOfType(type);
}
