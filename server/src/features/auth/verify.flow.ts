import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isoNow } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { clientFacts } from '../../platform/http/client.ts';
import { AuthError } from './auth-error.ts';
import { parseEmail } from './email-address.ts';
import { linkExpired, otpExpired, validationFailed } from './error-catalogue.ts';
import { limitRequests } from './limits.ts';
import { useLink } from './link-use.ts';
import type { LinkKind } from './links.service.ts';
import { hashSecret, isPkceToken, secretOfToken } from './one-time-secret.ts';
import { findLiveToken } from './one-time-tokens.repository.ts';
import type { Provider } from './provider.ts';
import {
  codeTarget,
  errorTarget,
  halfConfirmedTarget,
  presentHalfConfirmed,
  sessionTarget,
} from './redirect-reply.ts';
import { queryText, RequestBody, redirectOf } from './request-body.ts';
import { presentSession } from './sessions.service.ts';
import { renderVerifyPage } from './verify-page.ts';

/** What a link of a type may be for. `email` is the name for any link that signs in, in calls only. */
const KINDS: Record<string, readonly LinkKind[]> = {
  signup: ['signup'],
  invite: ['invite'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
};
const KINDS_OF_CALLS: typeof KINDS = { ...KINDS, email: ['signup', 'invite'] };

/** A link as it was followed: what its address or the page's form says. */
interface Followed {
  token: string;
  type: string;
  kinds: readonly LinkKind[];
  /** Where it leads; checked again now, because the address can be edited. */
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
      return showPage(provider, reply, link);
    });
    verify.post('/verify', async (request, reply) => {
      await limitRequests(provider, 'verify', request.ip);
      const form = request.body;
      if (!(form instanceof URLSearchParams)) return verifyByCall(provider, request);
      const link = readFollowed(provider, request, (name) => form.get(name) ?? '');
      // Only our page's own button counts: another site that posts here gets to show the page at most.
      const isFromElsewhere = ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']));
      return isFromElsewhere ? showPage(provider, reply, link) : follow(provider, request, reply, link);
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
    kinds: Object.hasOwn(KINDS, type) ? (KINDS[type] ?? []) : [],
    target: redirectOf(provider.settings.redirects, request, field('redirect_to')),
    flow: isPkceToken(token) ? 'pkce' : 'implicit',
  };
}

async function showPage(provider: Provider, reply: FastifyReply, link: Followed): Promise<FastifyReply> {
  const hash = hashSecret(secretOfToken(link.token));
  const found =
    link.kinds.length > 0
      ? await findLiveToken(provider.db, hash, link.kinds, isoNow(provider.clock))
      : undefined;
  // There is nothing left to press a button for.
  if (!found) return sendOn(reply, errorTarget(link.target, link.flow, linkExpired()));
  const page = renderVerifyPage(provider.look, {
    kind: found.kind,
    email: found.email,
    fields: { token: link.token, type: link.type, redirect_to: link.target },
  });
  return guard(reply)
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(page.html);
}

async function follow(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  link: Followed,
): Promise<FastifyReply> {
  const { target, flow } = link;
  try {
    if (link.kinds.length === 0) throw linkExpired();
    const client = clientFacts(request);
    const result = await transaction(provider.db, (trx) =>
      useLink(trx, provider, { token: link.token, kinds: link.kinds, result: 'as-begun', client }),
    );
    switch (result.outcome) {
      case 'half':
        return sendOn(reply, halfConfirmedTarget(target, flow));
      case 'code':
        return sendOn(reply, codeTarget(target, result.code));
      case 'session':
        return sendOn(
          reply,
          sessionTarget(target, link.type, await presentSession(provider, result.granted)),
        );
    }
  } catch (error) {
    if (error instanceof AuthError) return sendOn(reply, errorTarget(target, flow, error));
    throw error;
  }
}

/** `POST /verify` of a client: a link by its token, on any device. Codes to be typed are not sent, so none is right. */
async function verifyByCall(provider: Provider, request: FastifyRequest): Promise<unknown> {
  const body = new RequestBody(request.body);
  const [type, token, tokenHash] = [body.text('type'), body.text('token'), body.text('token_hash')];
  if (type === '') throw validationFailed('Verify requires a verification type');
  if ((token === '') === (tokenHash === '')) {
    throw validationFailed('Verify requires either a token or a token hash');
  }
  if (token !== '') {
    if (body.text('email') === '') {
      throw validationFailed('Only an email address or phone number should be provided on verify');
    }
    parseEmail(body.text('email'));
    throw otpExpired();
  }
  if (body.text('email') !== '' || body.text('phone') !== '') {
    throw validationFailed('Only the token_hash and type should be provided');
  }
  const kinds = Object.hasOwn(KINDS_OF_CALLS, type) ? KINDS_OF_CALLS[type] : undefined;
  if (!kinds) throw validationFailed('Unsupported verification type');
  const client = clientFacts(request);
  const result = await transaction(provider.db, (trx) =>
    useLink(trx, provider, { token: tokenHash, kinds, result: 'session', client }),
  );
  return result.outcome === 'session' ? presentSession(provider, result.granted) : presentHalfConfirmed();
}

/** A redirect that leaves no trace of where it came from. */
function sendOn(reply: FastifyReply, target: string): FastifyReply {
  return guard(reply).redirect(target, 303);
}

function guard(reply: FastifyReply): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
}
