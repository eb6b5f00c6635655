import type { FastifyInstance, FastifyReply } from 'fastify';
import { placeOf } from './places.ts';

/** From the request's line to the start of the reply, the arrival of the body included. */
const DEADLINE_MS = 10_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds until the caller gets "try again"; 10 s unless given. */
    deadlineMs?: number | undefined;
  }
  interface FastifyRequest {
    /** Runs until the reply has left. */
    deadline: NodeJS.Timeout | undefined;
  }
}

/** What a caller is answered who has waited too long. */
export class LateError extends Error {
  constructor(milliseconds: number) {
    super(`There was no reply within ${milliseconds} ms`);
    this.name = 'LateError';
  }
}

/**
 * Answers every request in time. The framework's own limit ends with the last byte of the request, so that a handler which
 * hangs after a body has arrived would never be answered.
 */
export function addDeadlines(app: FastifyInstance): void {
  app.decorateRequest('deadline', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { deadlineMs = DEADLINE_MS } = placeOf(request);
    request.deadline = setTimeout(answerLate, deadlineMs, reply, deadlineMs);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.deadline);
    done();
  });
}

function answerLate(reply: FastifyReply, milliseconds: number): void {
  // What took it over has limits of its own, as streams do.
  if (reply.sent) return;
  if (reply.raw.headersSent) reply.raw.destroy();
  else reply.send(new LateError(milliseconds));
}
