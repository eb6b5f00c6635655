import { API_PREFIX } from '@atelier/domain/api.ts';
import type { Endpoint, EndpointReply } from '@atelier/domain/endpoint.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { queryClient } from '../app/lib/api/query-client.ts';
import { authProvider, sessionKey } from '../app/lib/session/auth-provider.ts';

/** The product's API in place of the network: an endpoint without an answer is out of reach. */
export class TestApi {
  readonly #answers = new Map<Endpoint, (query: URLSearchParams) => Response | Promise<Response>>();
  readonly #provider = new Map<string, () => Response | Promise<Response>>();
  readonly #calls: { method: string; pathname: string; body: unknown }[] = [];

  /** Answers an endpoint with a reply, which has to be one of its own. @param after what the reply waits for */
  answer<E extends Endpoint>(endpoint: E, reply: EndpointReply<E>, after?: Promise<unknown>): void {
    const parsed = endpoint.reply.parse(reply);
    this.#answers.set(endpoint, async () => {
      await after;
      return Response.json(parsed);
    });
  }

  /** Answers an endpoint by what its address asks for. */
  answerBy<E extends Endpoint>(endpoint: E, replyTo: (query: URLSearchParams) => EndpointReply<E>): void {
    this.#answers.set(endpoint, (query) => Response.json(endpoint.reply.parse(replyTo(query))));
  }

  /** Refuses an endpoint's calls. */
  refuse(endpoint: Endpoint, status: number, error: { code: string; message: string }): void {
    this.#answers.set(endpoint, () => Response.json({ ok: false, ...error }, { status }));
  }

  /** Answers the authentication provider's calls at a path, such as `token`. */
  answerProvider(path: string, reply: () => Response | Promise<Response>): void {
    this.#provider.set(providerPath(path), reply);
  }

  /** The bodies of an endpoint's calls in order, answered or not. */
  sent(endpoint: Endpoint): unknown[] {
    return this.#calls.filter((call) => isCall(endpoint, call)).map(({ body }) => body);
  }

  /** The bodies of the calls of the authentication provider at a path. */
  sentToProvider(path: string): unknown[] {
    return this.#calls.filter(({ pathname }) => pathname === providerPath(path)).map(({ body }) => body);
  }

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(input), location.href);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = { method: init?.method ?? 'GET', pathname, body };
    this.#calls.push(call);
    const answer =
      this.#provider.get(pathname) ?? [...this.#answers].find(([endpoint]) => isCall(endpoint, call))?.[1];
    if (!answer) throw new TypeError(`Failed to fetch ${pathname}`);
    return answer(searchParams);
  };
}

const providerPath = (path: string) => `/auth/v1/${path}`;

function isCall(endpoint: Endpoint, { method, pathname }: { method: string; pathname: string }): boolean {
  const pattern = endpoint.path.replaceAll(/:\w+/g, '[^/]+');
  return endpoint.method === method && new RegExp(`^${API_PREFIX}${pattern}$`).test(pathname);
}

/** A fresh API, cache and storage for each test of a file. */
export function startTestApi(): { api: TestApi } {
  const current = { api: new TestApi() };
  beforeEach(() => {
    current.api = new TestApi();
    vi.spyOn(globalThis, 'fetch').mockImplementation((...call) => current.api.fetch(...call));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    queryClient.clear();
    sessionStorage.clear();
  });
  return current;
}

/** The id of the signed-in user. */
export const USER_ID = '0193f5a0-0000-7000-8000-000000000001';

/** A session of the user, as the authentication provider grants it. */
export function newSession() {
  const encode = (part: object) => btoa(JSON.stringify(part)).replaceAll('=', '');
  const expires = Math.floor(Date.now() / 1000) + 3600;
  const accessToken = [{ alg: 'none' }, { sub: USER_ID, exp: expires, aal: 'aal1' }, {}]
    .map(encode)
    .join('.');
  return {
    access_token: accessToken,
    refresh_token: 'refresh',
    expires_at: expires,
    expires_in: 3600,
    token_type: 'bearer',
    user: {
      id: USER_ID,
      email: 'ada@people.example',
      app_metadata: {},
      user_metadata: {},
      aud: '',
      created_at: '2026-11-01T09:00:00.000Z',
    },
  };
}

/** Signs a user in for the whole file; call it before the first render. @param change of the user's data */
export function signIn(change: object = {}): void {
  const session = newSession();
  const user = { ...session.user, ...change };
  localStorage.setItem(sessionKey(authProvider()), JSON.stringify({ ...session, user }));
}

/** Removes what an earlier file's tests have stored, such as a session; call it before the first render. */
export function signOut(): void {
  localStorage.clear();
}

/** Renders a part of a screen with the product's cache, at an address of its own. */
export function renderScreen(screen: ReactNode, { at = '/' }: { at?: string } = {}) {
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>{screen}</MemoryRouter>
    </QueryClientProvider>,
  );
}
