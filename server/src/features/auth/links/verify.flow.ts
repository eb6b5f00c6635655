import { PASSWORD_MIN_LENGTH } from '@atelier/domain/auth/rules.ts';
import { newPasswordFormSchema } from '@atelier/domain/auth/schema.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { sendPlainPage } from '../../../platform/http/plain-page.ts';
import { hashSecret, newSecret } from '../../../platform/link-secret.ts';
import { requireStrongPassword } from '../passwords/passwords.ts';
import { AuthError, linkExpired, otpExpired, validationFailed } from '../protocol/errors.ts';
import { limitRequests } from '../protocol/limits.ts';
import { parseEmail, queryText, RequestBody } from '../protocol/request-body.ts';
import { LANDINGS, type Provider } from '../provider.ts';
import { attemptsOfBrowser } from '../sessions/cookies.ts';
import { presentSession } from '../sessions/sessions.service.ts';
import { chooseCredentials, PasswordWanted } from '../sign-up/sign-up.flow.ts';
import { findUser } from '../users/users.repository.ts';
import {
  consumeFoundLink,
  consumeLink,
  findPressResult,
  type LinkConsumption,
  type LinkResult,
  type Press,
  recordPress,
} from './link-consumption.ts';
import { findLiveToken, listAttempts } from './links.repository.ts';
import {
  type ConfirmationProof,
  isPkceToken,
  kindsOfType,
  type LinkKind,
  secretOfToken,
  tryMailCode,
} from './links.service.ts';
import {
  errorTarget,
  halfConfirmedTarget,
  isOwnPage,
  presentHalfConfirmed,
  redirectOf,
  sessionTarget,
  withQuery,
} from './redirects.ts';
import { type PasswordQuestion, renderVerifyPage } from './verify-page.ts';

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
async function verifyByCall(provider: Provider, request: FastifyRequest): Promise<unknown> {
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
    consumeLink(trx, provider, { token, kinds, ...factsOf(provider, request, 'call') }),
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
    return link && consumeFoundLink(trx, provider, link, factsOf(provider, request, 'code'));
  });
  if (!result) throw otpExpired();
  return result;
}

function factsOf(
  provider: Provider,
  request: FastifyRequest,
  by: 'call' | 'code',
): Omit<LinkConsumption, 'token' | 'kinds'> {
  return {
    result: 'session',
    client: clientFacts(request),
    proof: { by, browserHashes: attemptsOfBrowser(provider, request) },
  };
}

/** Only in calls, `email` is the name for any link that signs in. */
function kindsOfCall(type: string): readonly LinkKind[] {
  return type === 'email' ? [...kindsOfType('signup'), ...kindsOfType('invite')] : kindsOfType(type);
}

/** A link as it was followed: from its address or the page's form. */
interface Followed {
  token: string;
  type: string;
  kinds: readonly LinkKind[];
  /** The redirect target; checked again, because the address can be edited. */
  target: string;
  flow: 'pkce' | 'implicit';
}

/**
 * `/verify`. Following a link (GET) shows a page and changes nothing, so that programs that look into mails
 * confirm nothing; the page's button (POST of a form) uses the link and leads on. A client may use a link
 * by a call (POST of JSON) too.
 */
export function addVerify(scope: FastifyInstance, provider: Provider): void {
  scope.register(async (verify) => {
    verify.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => {
        done(null, new URLSearchParams(String(body)));
      },
    );
    verify.get('/verify', async (request, reply) => {
      const link = readFollowed(provider, request, (name) => queryText(request, name));
      return showPage(provider, request, reply, link);
    });
    verify.get('/verify/link', async (request, reply) => {
      guard(reply);
      return presentLink(provider, request);
    });
    verify.post('/verify', async (request, reply) => {
      await limitRequests(provider, 'verify', request.ip);
      const form = request.body;
      if (!(form instanceof URLSearchParams)) return verifyByCall(provider, request);
      const link = readFollowed(provider, request, (name) => form.get(name) ?? '');
      // Only our page's own button counts: a form that another site posts only shows the page.
      const isFromElsewhere = ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']));
      return isFromElsewhere
        ? showPage(provider, request, reply, link)
        : follow(provider, request, reply, link, form);
    });
  });
}

function readFollowed(
  provider: Provider,
  request: FastifyRequest,
  field: (name: string) => string,
): Followed {
  const token = field('token');
  const type = field('type');
  if (type === '') throw validationFailed('Verify requires a verification type');
  if (token === '') throw validationFailed('Verify requires a token or a token hash');
  return {
    token,
    type,
    kinds: kindsOfType(type),
    target: redirectOf(provider.settings.redirects, request, field('redirect_to')),
    flow: isPkceToken(token) ? 'pkce' : 'implicit',
  };
}

/**
 * Shows the purpose of a link and its button. A sign-up's page asks for a password if this browser
 * didn't sign up.
 * @param problem why the typed password was refused
 */
async function showPage(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  link: Followed,
  problem?: string,
): Promise<FastifyReply> {
  const found = await findLinkOf(provider, link);
  // There is nothing left to press a button for.
  if (!found) return sendOn(reply, errorTarget(link.target, link.flow, linkExpired()));
  if (isForLanding(provider, found.kind, link.target)) {
    const tokenHash = secretOfToken(link.token);
    return sendOn(reply, withQuery(link.target, { token_hash: tokenHash, type: link.type }));
  }
  const asksPassword =
    problem !== undefined || (await lacksPassword(provider, found, proofOf(provider, request)));
  const question: PasswordQuestion | undefined = asksPassword
    ? { minLength: Math.max(PASSWORD_MIN_LENGTH, provider.settings.passwordMinLength), problem }
    : undefined;
  const page = renderVerifyPage(provider.look, {
    kind: found.kind,
    email: found.email,
    fields: { token: link.token, type: link.type, redirect_to: link.target, page: newSecret() },
    question,
  });
  guard(reply)
    .code(problem === undefined ? 200 : 422)
    .header('x-robots-tag', 'noindex');
  return sendPlainPage(reply, page);
}

/** Whether a link leads to the site's own page, which uses links of its kind itself. */
function isForLanding({ settings }: Provider, kind: LinkKind, target: string): boolean {
  const landing = kind === 'recovery' || kind === 'invite' ? LANDINGS[kind] : undefined;
  return landing !== undefined && isOwnPage(settings.redirects, target, landing);
}

/** The account of a link, so that the page can name it before the press. Uses nothing up. */
async function presentLink(provider: Provider, request: FastifyRequest): Promise<{ email: string }> {
  const kinds = kindsOfType(queryText(request, 'type'));
  const found = await findLinkOf(provider, { token: queryText(request, 'token_hash'), kinds });
  if (!found) throw linkExpired();
  return { email: found.email };
}

/**
 * Uses the link after its button was pressed, and redirects; a second press of the same button
 * leads there too. A refused password leaves the link unused.
 */
async function follow(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  link: Followed,
  form: URLSearchParams,
): Promise<FastifyReply> {
  const { target, flow } = link;
  const press: Press = { token: link.token, page: form.get('page') ?? '' };
  try {
    const found = await findLinkOf(provider, link);
    if (!found) throw linkExpired();
    const proof = proofOf(provider, request);
    if (found.kind === 'signup' && form.has('password')) {
      const typed = readPassword(provider, form, found.email);
      if ('problem' in typed) return await showPage(provider, request, reply, link, typed.problem);
      proof.typedPasswordHash = await provider.hasher.hash(typed.password);
    }
    const client = clientFacts(request);
    const result = await transaction(provider.db, async (trx) => {
      const used = await consumeLink(trx, provider, {
        token: link.token,
        kinds: link.kinds,
        result: 'as-begun',
        client,
        proof,
      });
      await recordPress(trx, provider, press, used);
      return used;
    });
    return sendOn(reply, await targetOf(provider, link, result));
  } catch (error) {
    // The browser has lost its cookie since it loaded the page.
    if (error instanceof PasswordWanted) return showPage(provider, request, reply, link);
    if (!(error instanceof AuthError)) throw error;
    const before = await findPressResult(provider, press);
    return sendOn(reply, before ? await targetOf(provider, link, before) : errorTarget(target, flow, error));
  }
}

/** The redirect target of a used link. */
async function targetOf(
  provider: Provider,
  { target, type, flow }: Followed,
  result: LinkResult,
): Promise<string> {
  switch (result.outcome) {
    case 'half':
      return halfConfirmedTarget(target, flow);
    case 'code':
      return withQuery(target, { code: result.code });
    case 'session':
      return sessionTarget(target, type, await presentSession(provider, result.granted));
  }
}

async function findLinkOf(provider: Provider, { token, kinds }: Pick<Followed, 'token' | 'kinds'>) {
  if (kinds.length === 0) return undefined;
  return findLiveToken(provider.db, hashSecret(secretOfToken(token)), kinds, isoNow(provider.clock));
}

/** Whether pressing the button would confirm an account without a password. */
async function lacksPassword(
  { db }: Provider,
  { kind, user_id: userId }: { kind: LinkKind; user_id: string },
  proof: ConfirmationProof,
): Promise<boolean> {
  if (kind !== 'signup') return false;
  const user = await findUser(db, userId);
  if (!user) return false;
  const attempts = await listAttempts(db, userId);
  return chooseCredentials({ user, attempts, link: kind, proof }).passwordHash === null;
}

function proofOf(provider: Provider, request: FastifyRequest): ConfirmationProof {
  return { by: 'page', browserHashes: attemptsOfBrowser(provider, request) };
}

/**
 * Checks the typed password by the rules of the site's pages, or by stricter ones in the settings.
 */
function readPassword(
  provider: Provider,
  form: URLSearchParams,
  email: string,
): { password: string } | { problem: string } {
  const typed = newPasswordFormSchema.safeParse({
    password: form.get('password') ?? '',
    confirmPassword: form.get('confirm') ?? '',
  });
  if (!typed.success) return { problem: typed.error.issues[0]?.message ?? 'Choose another password.' };
  try {
    requireStrongPassword(provider, typed.data.password, { email });
    return { password: typed.data.password };
  } catch (error) {
    if (error instanceof AuthError) return { problem: error.message };
    throw error;
  }
}

/** A redirect that leaves no trace of where it came from. */
function sendOn(reply: FastifyReply, target: string): FastifyReply {
  return guard(reply).redirect(target, 303);
}

function guard(reply: FastifyReply): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
}
