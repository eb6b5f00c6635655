import type { Endpoint, EndpointInput, EndpointReply } from '@atelier/domain/endpoint.ts';
import type { ErrorReply } from '@atelier/domain/errors.ts';
import type { InjectOptions } from 'fastify';
import { findCallerRecords } from '../../src/core/access/access.repository.ts';
import type { Identity, IdentityProvider, SecondFactor } from '../../src/core/accounts/identity-provider.ts';
import { isoNow } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { createTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** A reply to a test's call, successful or not: its status says which. */
export interface Reply<E extends Endpoint = Endpoint> {
  status: number;
  body: EndpointReply<E> & Partial<ErrorReply>;
  headers: Record<string, unknown>;
}

/** A reply whose body is unchecked. */
interface RawReply extends Omit<Reply, 'body'> {
  body: unknown;
}

type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
type Call = <E extends Endpoint>(endpoint: E, input?: EndpointInput<E> | Loose) => Promise<Reply<E>>;

/** A signed-in user. */
export interface TestUser {
  id: string;
  email: string;
  token: string;
  call: Call;
}

export interface TestUserOptions {
  email?: string;
  /** The name chosen at sign-up. */
  username?: unknown;
  roles?: readonly string[];
  /** Whether the address is confirmed; true by default. */
  isConfirmed?: boolean;
  /** Whether there is a second factor, and whether it was shown; none by default. */
  secondFactor?: SecondFactor;
  /** When the session began: by default its sign-in is recent at each call, however far the clock moves. */
  began?: 'at each call' | 'now' | 'long ago';
}

/** A test server with users in front of it. */
export interface TestApp extends TestServer {
  /** A new user with a session. */
  signIn(options?: TestUserOptions): Promise<TestUser>;
  /** The owner, who is admin. */
  signInOwner(): Promise<TestUser>;
  /** A visitor's call. */
  call: Call;
  /** Changes the user's address at the provider. */
  changeProviderEmail(user: TestUser, email: string): void;
  /** Has the user set up a second factor. */
  addSecondFactor(user: TestUser): void;
  removeSecondFactor(user: TestUser): void;
  /** Has the provider refuse the user's sign-in, as by its own API. */
  ban(user: TestUser): void;
  /** Has the provider count every address as confirmed, without a mail. */
  confirmByItself(): void;
  /** Has the provider forget the user. */
  forget(user: TestUser): void;
  /** Has something done once: when the next caller's records are read, and before the call is handled. */
  meanwhile(act: () => Promise<unknown>): void;
}

const LONG_AGO = '2020-01-01T00:00:00.000Z';

export async function createTestApp(options: TestServerOptions): Promise<TestApp> {
  const tokens = new Map<string, Identity>();
  const emails = new Map<string, string>();
  const factors = new Set<string>();
  const known = new Set<string>();
  const banned = new Set<string>();
  const versions = new Map<string, number>();
  let isConfirmedByItself = false;
  let onceRead: (() => Promise<unknown>) | undefined;
  const identities: IdentityProvider = {
    async identify(token, projectId) {
      const found = tokens.get(token);
      const identity = found && { ...found, signedInAt: found.signedInAt ?? isoNow(server.clock) };
      const act = onceRead;
      if (!identity || !act) return identity;
      onceRead = undefined;
      const records = await findCallerRecords(server.db, identity.accountId, projectId);
      await act();
      return { ...identity, records };
    },
    findConfirmedEmail: async (accountId) => emails.get(accountId),
    confirmsByItself: async () => isConfirmedByItself,
    readStanding: async (_db, accountId) =>
      known.has(accountId)
        ? {
            isShut: banned.has(accountId),
            version: versions.get(accountId) ?? 0,
            hasSecondFactor: factors.has(accountId),
          }
        : undefined,
  };
  const server = await createTestServer({ ...options, identities });
  const signIn = async (options: TestUserOptions = {}) => {
    const {
      email,
      username,
      roles = [],
      isConfirmed = true,
      secondFactor = 'none',
      began = 'at each call',
    } = options;
    const id = newId();
    const address = email ?? `${id.slice(-8)}@client.example`;
    const token = `token-of-${id}`;
    const beginnings = { 'at each call': undefined, now: isoNow(server.clock), 'long ago': LONG_AGO };
    tokens.set(token, {
      accountId: id,
      email: address,
      sessionId: newId(),
      roles,
      wantedUsername: username,
      secondFactor,
      signedInAt: beginnings[began],
    });
    known.add(id);
    if (secondFactor !== 'none') factors.add(id);
    if (isConfirmed) emails.set(id, address);
    return { id, email: address, token, call: callWith(server, token) };
  };
  return {
    ...server,
    signIn,
    signInOwner: () => signIn({ email: 'owner@studio.example', username: 'owner' }),
    call: callWith(server, undefined),
    changeProviderEmail: (user, email) => {
      emails.set(user.id, email);
    },
    addSecondFactor: (user) => {
      factors.add(user.id);
      versions.set(user.id, (versions.get(user.id) ?? 0) + 1);
    },
    removeSecondFactor: (user) => {
      factors.delete(user.id);
    },
    ban: (user) => {
      banned.add(user.id);
    },
    confirmByItself: () => {
      isConfirmedByItself = true;
    },
    forget: (user) => {
      known.delete(user.id);
    },
    meanwhile: (act) => {
      onceRead = act;
    },
  };
}

/** The first event of a stream, or the error; then the caller hangs up. */
async function beginningOf(server: TestServer, request: InjectOptions): Promise<RawReply> {
  const reply = await server.inject({ ...request, payloadAsStream: true });
  const stream = reply.stream().setEncoding('utf8');
  let text = '';
  for await (const part of stream) {
    text += part;
    if (reply.statusCode === 200 && text.includes('\n\n')) break;
  }
  const data = /^data: (.*)$/m.exec(text)?.[1];
  return { status: reply.statusCode, body: JSON.parse(data ?? text), headers: reply.headers };
}

/** Calls with this token; without one, as a visitor. */
export function callWith(server: TestServer, token: string | undefined): Call {
  return async (endpoint, input = {}) => {
    const { params = {}, query = {}, body } = input as Loose;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const request: InjectOptions = {
      method: endpoint.method,
      url: `/api${path}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body instanceof Uint8Array ? { 'content-type': 'application/pdf' } : {}),
      },
      ...(body === undefined ? {} : { payload: body as Record<string, unknown> }),
    };
    const reply = endpoint.isStream ? await beginningOf(server, request) : await wholeOf(server, request);
    // What a handler returns has been through the endpoint's reply schema, or is an error in its one shape.
    return reply as Reply<typeof endpoint>;
  };
}

async function wholeOf(server: TestServer, request: InjectOptions): Promise<RawReply> {
  const reply = await server.inject(request);
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  return {
    status: reply.statusCode,
    body: isJson ? reply.json() : reply.body || undefined,
    headers: reply.headers,
  };
}
