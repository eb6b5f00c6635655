import type { FastifyRequest } from 'fastify';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { otpExpired, validationFailed } from '../protocol/error-catalogue.ts';
import { RequestBody } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { presentSession } from '../sessions/sessions.service.ts';
import { attemptsOfBrowser } from '../sign-up/sign-up-cookie.ts';
import { readCodeOwner } from './code-owner.ts';
import { type LinkRequest, type LinkResult, useLink, useToken } from './link-use.ts';
import { kindsOfType, type LinkKind } from './links.service.ts';
import { tryMailCode } from './mail-codes.ts';
import { presentHalfConfirmed } from './redirect-reply.ts';

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
    ? useLinkOfCall(provider, request, body, kinds)
    : useCodeOfCall(provider, request, { email: readCodeOwner(body), kinds, code: token }));
  return result.outcome === 'session' ? presentSession(provider, result.granted) : presentHalfConfirmed();
}

/**
 * Like the page of the link, the call proves the address alone: a sign-up's password counts only if
 * the call carries the cookie of its attempt.
 */
async function useLinkOfCall(
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
    useLink(trx, provider, { token, kinds, ...factsOf(request, 'call') }),
  );
}

/** A wrong code is refused after its transaction, so that the try stays counted. */
async function useCodeOfCall(
  provider: Provider,
  request: FastifyRequest,
  typed: { email: string; kinds: readonly LinkKind[]; code: string },
): Promise<LinkResult> {
  if (typed.kinds.length === 0) throw otpExpired();
  const result = await transaction(provider.db, async (trx) => {
    const link = await tryMailCode(trx, provider, typed);
    return link && useToken(trx, provider, link, factsOf(request, 'code'));
  });
  if (!result) throw otpExpired();
  return result;
}

function factsOf(request: FastifyRequest, by: 'call' | 'code'): Omit<LinkRequest, 'token' | 'kinds'> {
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
