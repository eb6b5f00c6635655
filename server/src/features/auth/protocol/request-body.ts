import type { FastifyRequest } from 'fastify';
import { type RedirectRules, resolveRedirect } from '../links/redirect-target.ts';
import { type CodeChallenge, parseCodeChallenge } from '../tokens/pkce.ts';
import { badJson } from './error-catalogue.ts';

/** The members of a request's JSON body. Unknown ones are passed over; null and absent are the same. */
export class RequestBody {
  readonly #members: Record<string, unknown>;

  /** Throws bad_json for a body that is no object. */
  constructor(body: unknown) {
    if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
      throw badJson('an object is expected');
    }
    this.#members = (body ?? {}) as Record<string, unknown>;
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** A member as it was sent; undefined when it is null or absent. */
  value(name: string): unknown {
    return Object.hasOwn(this.#members, name) ? (this.#members[name] ?? undefined) : undefined;
  }

  /** A text, empty when it is null or absent. Throws bad_json when it is something else. */
  text(name: string): string {
    const value = this.value(name) ?? '';
    if (typeof value !== 'string') throw badJson(`${name} must be a string`);
    return value;
  }

  /** The PKCE pair, undefined when there is none. Throws validation_failed when it is wrong. */
  codeChallenge(): CodeChallenge | undefined {
    return parseCodeChallenge(this.text('code_challenge'), this.text('code_challenge_method'));
  }
}

/** A parameter of the query, empty when it is absent; of several the first. */
export function queryText(request: FastifyRequest, name: string): string {
  const query = request.query as Record<string, unknown>;
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}

/** Where the flow that a request begins or ends is to lead: what it asks for if that is allowed, else the site. */
export function redirectOf(rules: RedirectRules, request: FastifyRequest, asked?: string): string {
  const header = request.headers.redirect_to;
  return resolveRedirect(rules, [
    typeof header === 'string' ? header : undefined,
    asked ?? queryText(request, 'redirect_to'),
    request.headers.referer,
  ]);
}
