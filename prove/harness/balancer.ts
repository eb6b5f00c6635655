import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Stands before several processes of the product, and gives them calls in turn. */
export interface Balancer {
  origin: string;
  /** Origins of the processes; a proof replaces those that it starts again. */
  nodes: string[];
  /** Idempotent calls that were answered by a second process. */
  retried: number;
  /** Breaks every connection of callers, and each new one until it is opened: what they send has no reply. */
  close(): void;
  open(): void;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/**
 * Starts a balancer as owners have them: an idempotent call that a process doesn't answer, or answers with 502 or 503, goes once
 * more to one that says it is ready. Any other call is never sent twice: its connection breaks where there is no reply.
 */
export async function startBalancer(nodes: string[]): Promise<Balancer> {
  let turn = 0;
  const next = () => balancer.nodes[turn++ % balancer.nodes.length] as string;

  const findReady = async (): Promise<string> => {
    for (;;) {
      const node = next();
      const reply = await fetch(`${node}/readyz`).catch(() => undefined);
      if (reply?.ok) return node;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  const pass = async (call: IncomingMessage, node: string, body: Buffer): Promise<Answer> => {
    const { hostname, port } = new URL(node);
    // A connection of its own: one kept open may be that of a process that is gone.
    const { method, url: path, headers } = call;
    const outgoing = request({ hostname, port, method, path, headers, agent: false });
    outgoing.end(body);
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: reply.statusCode ?? 502, headers: reply.headers, body: await buffer(reply) };
  };

  let isClosed = false;
  const server = createServer(async (call, response) => {
    if (isClosed) {
      response.destroy();
      return;
    }
    try {
      const body = await buffer(call);
      const isRepeatable = IDEMPOTENT.has(call.method ?? '');
      let answer = await pass(call, next(), body).catch((error: unknown) => {
        if (isRepeatable) return undefined;
        throw error;
      });
      if (isRepeatable && (!answer || answer.status === 502 || answer.status === 503)) {
        balancer.retried += 1;
        answer = await pass(call, await findReady(), body);
      }
      if (!answer) throw new TypeError('No answer');
      const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers;
      response.writeHead(answer.status, headers).end(answer.body);
    } catch {
      response.destroy();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const balancer: Balancer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nodes,
    retried: 0,
    close() {
      isClosed = true;
      server.closeAllConnections();
    },
    open() {
      isClosed = false;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return balancer;
}
