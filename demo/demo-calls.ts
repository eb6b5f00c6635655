import { API_PREFIX } from '@atelier/domain/api.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '@atelier/domain/endpoint.ts';
import type { InjectOptions } from 'fastify';
import type { App } from '../server/src/app.ts';
import { AUTH_PREFIX } from '../server/src/features/auth/provider.ts';
import type { Clock } from '../server/src/platform/clock.ts';

/** Everybody of the demo signs in with this. */
export const DEMO_PASSWORD = 'a sample studio for a year';

/** A call of the product, typed by its endpoint. Throws where the product refuses it: the story is at fault then. */
export type DemoCall = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
) => Promise<EndpointReply<E>>;

/** A person of the demo at their browser. */
export interface DemoPerson {
  email: string;
  call: DemoCall;
  /** Sends the one file of an upload. */
  upload<E extends Endpoint & { upload: true }>(
    endpoint: E,
    params: Record<string, string>,
    file: { name: string; bytes: Uint8Array<ArrayBuffer> },
  ): Promise<EndpointReply<E>>;
}

/** A person's place, as far as the product can tell. */
export interface DemoPlace {
  address: string;
  userAgent: string;
}

interface Session {
  access_token: string;
  refresh_token: string;
  expires_at: number;
}

type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

const REFRESH_BEFORE_SECONDS = 60;

/** A visitor's call. */
export function callAsVisitor(app: App, place: DemoPlace, referer: string): DemoCall {
  return (endpoint, input) => send(app, place, endpoint, input as Loose, { referer });
}

/** Signs a new person up; they stay signed in for the demo's year. */
export async function signUp(
  app: App,
  clock: Clock,
  place: DemoPlace,
  { email, username }: { email: string; username: string },
): Promise<DemoPerson> {
  let session = await openSession(app, place, '/signup', {
    email,
    password: DEMO_PASSWORD,
    data: { username },
  });
  const authorization = async () => {
    if (session.expires_at - clock.now().getTime() / 1000 < REFRESH_BEFORE_SECONDS) {
      const { refresh_token } = session;
      session = await openSession(app, place, '/token?grant_type=refresh_token', { refresh_token });
    }
    return { authorization: `Bearer ${session.access_token}` };
  };
  return {
    email,
    call: async (endpoint, input) => send(app, place, endpoint, input as Loose, await authorization()),
    async upload(endpoint, params, { name, bytes }) {
      const body = new FormData();
      body.set('file', new Blob([bytes]), name);
      return send(app, place, endpoint, { params, body }, await authorization());
    },
  };
}

async function openSession(app: App, place: DemoPlace, path: string, body: object): Promise<Session> {
  const reply = await app.http.inject({
    method: 'POST',
    url: `${AUTH_PREFIX}${path}`,
    remoteAddress: place.address,
    headers: { 'user-agent': place.userAgent },
    payload: body,
  });
  if (reply.statusCode !== 200) throw new Error(`${path} was answered ${reply.statusCode}: ${reply.body}`);
  return reply.json<Session>();
}

async function send<E extends Endpoint>(
  app: App,
  place: DemoPlace,
  endpoint: E,
  { params = {}, query = {}, body }: Loose,
  headers: Record<string, string>,
): Promise<EndpointReply<E>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const request: InjectOptions = {
    method: endpoint.method,
    url: `${API_PREFIX}${path}`,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    remoteAddress: place.address,
    headers: { ...headers, 'user-agent': place.userAgent },
    ...(body === undefined ? {} : { payload: body as object }),
  };
  const reply = await app.http.inject(request);
  if (reply.statusCode >= 400) {
    throw new Error(`${endpoint.method} ${path} was answered ${reply.statusCode}: ${reply.body}`);
  }
  return endpoint.reply.parse(reply.json()) as EndpointReply<E>;
}
