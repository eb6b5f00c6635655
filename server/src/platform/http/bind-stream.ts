import { API_PREFIX } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Call, callChain, readCall } from './bind.ts';
import { whenEnded } from './connections.ts';

/** The caller's end of a stream, as far as one who writes to it has to know. */
export interface EventSink {
  /** Writes one event, or a sign of life where there is none. Throws nothing; a closed one takes nothing. */
  write(event: { id: string } | undefined): void;
  /** Whether what was written before has not gone out yet: the caller reads too slowly or not at all. */
  isFull(): boolean;
  /** Ends the stream after what was written. */
  end(): void;
  /** Ends it at once, with whatever was not sent. */
  destroy(): void;
  onClose(callback: () => void): void;
}

/**
 * Gives an endpoint whose reply is a stream its handler. The way of the call is that of every other, up to
 * the handler: it decides by returning what takes the stream over. What it throws is answered as an error.
 */
export function bindStream<E extends Endpoint & { method: 'GET'; isStream: true }>(
  app: FastifyInstance,
  endpoint: E,
  open: (call: Call<E>, token: string) => Promise<(sink: EventSink) => void>,
): void {
  app.route({
    method: endpoint.method,
    url: `${API_PREFIX}${endpoint.path}`,
    config: { endpoint },
    onRequest: callChain(endpoint),
    handler: async (request, reply) => {
      const token = request.headers.authorization?.replace(/^Bearer +/i, '') ?? '';
      const take = await open(readCall(request, reply, endpoint), token);
      take(beginStream(reply));
    },
  });
}

/** From here on the reply is ours: its time has no end and its log line comes when it closes. */
function beginStream(reply: FastifyReply): EventSink {
  const { raw } = reply;
  reply.header('content-type', 'text/event-stream; charset=utf-8');
  // Tells proxies not to buffer the reply.
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
  reply.hijack();
  raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  raw.flushHeaders();
  return {
    write(event) {
      if (raw.writableEnded || raw.destroyed) return;
      raw.write(event ? `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n` : ':\n\n');
    },
    isFull: () => raw.writableNeedDrain,
    end: () => {
      if (!raw.writableEnded) raw.end();
    },
    destroy: () => {
      raw.destroy();
    },
    onClose: (callback) => whenEnded(reply, callback),
  };
}
