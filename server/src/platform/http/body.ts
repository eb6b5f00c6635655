import { AppError } from '@atelier/domain/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Levels of lists and objects in a body; ours have four. */
const MAX_DEPTH = 32;

const BAD_JSON = 'The request is not valid JSON.';

/**
 * Takes JSON alone, from bytes that are UTF-8; an empty body is `undefined` even when it says that it is
 * JSON. Everything else is 415.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseJsonBody(request, body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** In a scope of its own, JSON that is checked as everywhere and kept as the bytes that were signed. */
export function acceptSignedJson(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
    try {
      parseJsonBody(request, body as Buffer);
      done(null, body);
    } catch (error) {
      done(error as Error);
    }
  });
}

function parseJsonBody(request: FastifyRequest, body: Buffer): unknown {
  const charset = readCharset(request.headers['content-type'] ?? '');
  if ((charset && !/^utf-?8$/i.test(charset)) || request.headers['content-encoding']) {
    throw new AppError('unsupported_media_type', 'Send JSON as plain UTF-8.');
  }
  if (body.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new AppError('bad_json', BAD_JSON, { cause: error });
  }
  assertHarmless(value);
  return value;
}

/** The charset in a content type; undefined if it has none. */
function readCharset(contentType: string): string | undefined {
  const parameters = contentType.split(';').slice(1);
  const pairs = parameters.map((parameter) => parameter.split('=').map((part) => part.trim()));
  return pairs.find(([name]) => name?.toLowerCase() === 'charset')?.[1]?.replaceAll('"', '');
}

/**
 * Throws a 400 for what no schema should have to think of: nesting without end, and members that would
 * change an object's prototype.
 */
function assertHarmless(value: unknown): void {
  const open: [unknown, number][] = [[value, 0]];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const [current, depth] = entry;
    if (typeof current !== 'object' || current === null) continue;
    if (depth >= MAX_DEPTH) throw new AppError('bad_json', 'The request is nested too deeply.');
    for (const [key, member] of Object.entries(current)) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') {
        throw new AppError('bad_json', 'The request has a member with a name that is not allowed.');
      }
      open.push([member, depth + 1]);
    }
  }
}
