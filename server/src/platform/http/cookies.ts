import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie that scripts can't read, and that other sites' forms and calls don't carry. */
export interface ServerCookie {
  name: string;
  value: string;
  /** The paths that the browser sends it to. */
  path: string;
  maxAgeSeconds: number;
  /** Whether it travels over https alone. */
  secure: boolean;
}

/** The value of a request's cookie, empty if there is none. */
export function readCookie(request: FastifyRequest, name: string): string {
  const { cookie } = request.headers;
  return (cookie && parseCookie(cookie)[name]) || '';
}

/** Adds a cookie to the reply, beside the existing ones. */
export function setCookie(reply: FastifyReply, cookie: ServerCookie): void {
  const { name, value, path, maxAgeSeconds, secure } = cookie;
  reply.header(
    'set-cookie',
    stringifySetCookie({
      name,
      value,
      path,
      maxAge: maxAgeSeconds,
      secure,
      httpOnly: true,
      sameSite: 'lax',
    }),
  );
}
