import { API_PREFIX } from '@atelier/domain/api.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '@atelier/domain/endpoint.ts';
import { followRefusal } from '../session/second-factor.ts';
import { getAccessToken, refreshAccessToken } from '../session/session.ts';
import { ApiError, errorOfReply } from './api-error.ts';

/** The parts of a call on the wire; callers are checked against the endpoint's own types. */
interface CallParts {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

interface CallOptions {
  /** Cancels the call; it then rejects with an AbortError. */
  signal?: AbortSignal;
  /** Sent in place of the session's token. */
  token?: string;
}

/** The input may be left out where an endpoint needs none. */
type CallArguments<E extends Endpoint> =
  Record<never, never> extends EndpointInput<E>
    ? [input?: EndpointInput<E> & CallOptions]
    : [input: EndpointInput<E> & CallOptions];

/** The address of an API path; the prefix is put before it unless it is there already. */
export function apiUrl(path: string, { params = {}, query = {} }: CallParts = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  const full =
    filled === API_PREFIX || filled.startsWith(`${API_PREFIX}/`) ? filled : `${API_PREFIX}${filled}`;
  return search === '' ? full : `${full}?${search}`;
}

async function send(url: string, init: RequestInit, token: string | undefined): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  try {
    return await fetch(url, { ...init, headers });
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
  const error = errorOfReply({ status, statusText, contentType, text, url });
  await followRefusal(error.code, token);
  throw error;
}

/**
 * Calls an endpoint of the product's API and returns its reply, with the headers beside it.
 * @throws ApiError
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
  const response = await fetchApi(apiUrl(endpoint.path, parts), init, token);
  const text = await response.text();
  return { reply: text === '' ? undefined : JSON.parse(text), headers: response.headers };
}

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
