import { AppError } from '@atelier/domain/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DISK_FULL } from '../db/errors.ts';
import { SIGN_IN_PREFIX } from './call-rules.ts';
import { isBelow } from './routes.ts';

const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);
/** Signing in and out, which a user needs to delete something. */
const SIGNING_IN = ['/token', '/logout', '/verify', '/factors'].map((path) => `${SIGN_IN_PREFIX}${path}`);

/** While the disk is full, leaves the last room to users who sign in, read and delete. */
export function refuseWhileFull(app: FastifyInstance, isFull: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (isFull() && !isAllowed(request)) throw new AppError('insufficient_storage', DISK_FULL);
  });
}

function isAllowed({ method, routeOptions }: FastifyRequest): boolean {
  return HARMLESS.has(method) || SIGNING_IN.some((prefix) => isBelow(prefix, routeOptions.url ?? ''));
}
