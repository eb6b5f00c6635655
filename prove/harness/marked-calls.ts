import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { PASSWORD } from '../../server/test/harness/sign-in.ts';
import { TEXT_FIELDS, withValue } from '../../server/test/harness/text-fields.ts';
import { targetOf } from '../../server/test/samples/noun-samples.ts';
import { HOSTILE_PDF, MARKED_ADDRESS, MARKED_LINK, markedText, payload } from './payloads.ts';

/** What no person fills in: what has it is dropped. */
const HONEYPOTS: ReadonlySet<string> = new Set(['createEnquiry botfield', 'createBooking botfield']);

/** A signed-in person. */
export interface Session {
  access_token: string;
  user: { id: string };
}

interface Call {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** A field that stays as it is. */
  plain?: string;
}

/** Calls of a server whose bodies and headers have markup in every text. */
export class MarkedCalls {
  readonly origin: string;
  readonly #round: number;
  /** The fields that took a payload, as `call field`, and those that take none. */
  readonly marked = new Set<string>();
  readonly refused = new Set<string>();
  /** Files that weren't taken. */
  readonly refusedFiles = new Set<string>();

  /** @param round chooses which field has which payload */
  constructor(origin: string, round: number) {
    this.origin = origin;
    this.#round = round;
  }

  /** An account with markup in its name and second factor. */
  async signUp(email: string): Promise<Session> {
    const data = { username: payload(this.#round), full_name: payload(this.#round + 1) };
    const session = (await this.#send('POST', '/auth/v1/signup', '', {
      email,
      password: PASSWORD,
      data,
    })) as Session;
    await this.#send('GET', '/api/me', session.access_token);
    const factor = { factor_type: 'totp', friendly_name: payload(this.#round) };
    await this.#send('POST', '/auth/v1/factors', session.access_token, factor);
    return session;
  }

  async #send(method: string, target: string, token: string, body?: unknown): Promise<unknown> {
    const isForm = body instanceof FormData;
    const isBytes = body instanceof Uint8Array;
    const type = isForm ? undefined : isBytes ? 'application/pdf' : 'application/json';
    const reply = await fetch(`${this.origin}${target}`, {
      method,
      headers: {
        ...(type && body !== undefined && { 'content-type': type }),
        ...(token && { authorization: `Bearer ${token}` }),
        'user-agent': payload(this.#round + 2).replace(/[^ -~]/g, ''),
        referer: `https://papers.example/${payload(this.#round + 1).replace(/[^!-~]/g, '')}`,
      },
      ...(body !== undefined && { body: isForm ? body : isBytes ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${target}: ${reply.status} ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }

  /**
   * @returns the reply's body, as the caller says it is
   * @throws Error for a reply that is no success
   */
  async call(
    name: EndpointName,
    token: string,
    { params = {}, query = {}, body, plain }: Call = {},
  ): Promise<never> {
    const endpoint: Endpoint = api[name];
    const marked =
      body && !(body instanceof FormData || body instanceof Uint8Array)
        ? this.#mark(name, body, plain)
        : body;
    return (await this.#send(endpoint.method, targetOf(endpoint, { params, query }), token, marked)) as never;
  }

  /** The body with a payload in each field that takes one. */
  #mark(name: EndpointName, body: unknown, plain: string | undefined): unknown {
    let marked = body;
    for (const [index, { path, max }] of (TEXT_FIELDS.get(name) ?? []).entries()) {
      const field = `${name} ${path.join('.')}`;
      if (HONEYPOTS.has(field) || field === plain) continue;
      const values = [markedText(this.#round + index, max), MARKED_LINK, MARKED_ADDRESS];
      const fitting = values
        .map((value) => withValue(marked, path, value))
        .find((trial) => (api[name] as Endpoint).body?.safeParse(trial).success);
      if (fitting === undefined) this.refused.add(field);
      else {
        this.marked.add(field);
        marked = fitting;
      }
    }
    return marked;
  }

  /** Sends a file; one that is refused by its name or content is noted. */
  async upload(
    name: 'sendFile' | 'sendFileAsStudio' | 'uploadReplyFile',
    token: string,
    id: string,
    file: string,
    content = HOSTILE_PDF,
  ): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([content]), file);
    try {
      await this.call(name, token, { params: { id }, body: form });
    } catch (error) {
      // A name that isn't the content's, say: refused with a reason, which is as good.
      if (!/: 4\d\d .*"file_\w+"/.test(String(error))) throw error;
      this.refusedFiles.add(file);
    }
  }
}
