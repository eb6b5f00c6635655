import type { Endpoint, EndpointInput } from '@atelier/domain/endpoint.ts';
import { type Child, type Ended, startNode } from './child.ts';
import { type AuthBody, PASSWORD } from './sign-in.ts';
import type { Reply } from './test-app.ts';

type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** The product at an address, over the network. */
interface ProductAt {
  origin: string;
  /** Calls the API, as a visitor where the token is empty. */
  call<E extends Endpoint>(
    token: string,
    endpoint: E,
    input?: EndpointInput<E> | Loose,
  ): Promise<Pick<Reply<E>, 'status' | 'body'>>;
  /** Makes an account, which counts as confirmed. @returns its token */
  signUp(email: string): Promise<string>;
  /** @returns the token of a new session */
  signIn(email: string): Promise<string>;
}

/** The product in a process of its own, as its owner runs it. */
export interface RunningProduct extends ProductAt {
  child: Child;
  /** Has it end in order. */
  stop(): Promise<Ended>;
}

/** The programs as the owner runs them, built before the tests. */
export const PROGRAM = 'server/build/main.cjs';
export const STUDIO = 'server/build/studio.cjs';

/** What runs in this environment: a proof takes protections away from the sources. */
export function programFor(env: Record<string, string>): string {
  return 'WITHOUT' in env ? 'server/src/main.ts' : PROGRAM;
}

/** Starts the product on a free port; it confirms accounts by itself and has no limits to speak of. */
export async function startProduct(env: Record<string, string>): Promise<RunningProduct> {
  const child = startNode([programFor(env)], {
    NODE_ENV: 'test',
    PORT: '0',
    AUTH_AUTOCONFIRM: 'on',
    OWNER_EMAIL: 'owner@studio.example',
    RATE_LIMIT_SCALE: '100000',
    LOG_LEVEL: 'error',
    ...env,
  });
  await child.waitForOutput('Data is in');
  const origin = `http://127.0.0.1:${/\(port (\d+)\)/.exec(child.output())?.[1]}`;
  return {
    ...productAt(origin),
    child,
    stop: () => {
      child.process.kill('SIGTERM');
      return child.ended;
    },
  };
}

/** What answers at `origin`: a process of the product, or what stands before several. */
export function productAt(origin: string): ProductAt {
  const askProvider = async (path: string, email: string) => {
    const reply = await fetch(`${origin}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    return ((await reply.json()) as AuthBody).access_token;
  };
  return {
    origin,
    async call(token, endpoint, input = {}) {
      const { params = {}, query = {}, body } = input as Loose;
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
      const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const reply = await fetch(`${origin}/api${path}?${asked}`, {
        method: endpoint.method,
        headers: {
          ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      return { status: reply.status, body: (await reply.json()) as Reply<typeof endpoint>['body'] };
    },
    signUp: (email) => askProvider('/signup', email),
    signIn: (email) => askProvider('/token?grant_type=password', email),
  };
}
