import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindStream } from '../http/bind-stream.ts';
import type { LiveStreams } from './live-streams.ts';

/** The stream of live events. A server that stops ends the streams first: they would never end by themselves. */
export function addLiveRoutes(app: FastifyInstance, streams: LiveStreams): void {
  bindStream(app, api.streamEvents, ({ actor, query }, token) => streams.open(actor, token, query.missed));
  app.addHook('preClose', async () => streams.close());
}
