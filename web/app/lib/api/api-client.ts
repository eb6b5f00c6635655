import type { Endpoint, EndpointInput, EndpointReply } from '@atelier/domain/endpoint.ts';
import { followRefusal } from '../session/second-factor.ts';
import { getAccessToken, refreshAccessToken } from '../session/session.ts';
import { withRecentSignIn } from '../session/sign-in-again.ts';
import { ApiError, errorOfReply, parseJson, unreadableReply } from './api-error.ts';
import { type AddressParts, apiUrl } from './api-url.ts';
import { takeEarlyCall } from './early-calls.ts';
import { isReadable, type Shape } from './reply-shape.ts';

/** The parts of a call on the wire; callers are checked against the endpoint's own types. */
interface CallParts extends AddressParts {
  body?: unknown;
}

interface CallOptions {
  /** Cancels the call; it then rejects with an AbortError. */
  signal?: AbortSignal;
  /** Sent in place of the session's token. */
  token?: string;
}

/** What the build leaves of an endpoint (`web/vite/domain-values.ts`). */
type BuiltEndpoint = Endpoint & { shape?: Shape };

/** The input may be left out where an endpoint needs none. */
type CallArguments<E extends Endpoint> =
  Record<never, never> extends EndpointInput<E>
    ? [input?: EndpointInput<E> & CallOptions]
    : [input: EndpointInput<E> & CallOptions];

async function send(url: string, init: RequestInit, token: string | undefined): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const isPlainGet = (init.method ?? 'GET') === 'GET' && init.headers === undefined;
  try {
    return await ((isPlainGet && takeEarlyCall(url, token)) || fetch(url, { ...init, headers }));
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError('Request failed', { status: 0, url, payload: undefined });
  }
}

/**
 * Sends a request with the session's token, or with the given one. After a 401 for the session's token it
 * refreshes that once and tries once more.
 * @throws ApiError for every reply that isn't a success, and for none
 */
export async function fetchApi(url: string, init: RequestInit = {}, given?: string): Promise<Response> {
  let token = given ?? (await getAccessToken());
  let response = await send(url, init, token);
  if (response.status === 401 && token && given === undefined) {
    const renewed = await refreshAccessToken(token);
    if (renewed) {
      token = renewed;
      response = await send(url, init, token);
    }
  }
  if (response.ok) return response;
  const { status, statusText } = response;
  const text = await response.text().catch(() => '');
  const contentType = response.headers.get('content-type');
  const requestId = response.headers.get('x-request-id');
  const error = errorOfReply({ status, statusText, contentType, text, url, requestId });
  await followRefusal(error.code, token);
  throw error;
}

/**
 * Calls an endpoint of the product's API and returns its reply, with the headers beside it.
 * @throws ApiError, also for a success whose reply no screen can read: from another version of the server, or a proxy's page
 */
export async function requestApi<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<{ reply: EndpointReply<E>; headers: Headers }> {
  const { signal, token, ...parts }: CallParts & CallOptions = input ?? {};
  const hasBody = endpoint.method !== 'GET' && parts.body !== undefined;
  const init = {
    method: endpoint.method,
    ...(signal && { signal }),
    ...(hasBody && { body: JSON.stringify(parts.body), headers: { 'content-type': 'application/json' } }),
  };
  const send = () => fetchApi(apiUrl(endpoint.path, parts), init, token);
  const response = await withRecentSignIn(send, isSignInTooOld);
  const text = await response.text();
  const reply = text === '' ? undefined : parseJson(text);
  const { shape }: BuiltEndpoint = endpoint;
  const isWrong = (text !== '' && reply === undefined) || (shape && !isReadable(reply, shape));
  if (isWrong) throw unreadableReply(response, text);
  return { reply: reply as EndpointReply<E>, headers: response.headers };
}

const isSignInTooOld = (error: unknown) =>
  error instanceof ApiError && error.code === 'recent_sign_in_required';

/**
 * Calls an endpoint of the product's API: `callApi(api.listMyProjects, { query: { status: 'submitted' }, signal })`.
 * @throws ApiError
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
): Promise<EndpointReply<E>> {
  return (await requestApi(endpoint, ...input)).reply;
}
