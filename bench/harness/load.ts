import { connect, type Socket } from 'node:net';

/** What a server did under a load. */
export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds from a request to the end of its reply, in order of size. */
  latencies: number[];
  /** The first reply, head and body. */
  sample: Buffer;
}

export interface Load {
  origin: string;
  /** The bytes of the n-th request; each is sent when the reply before it on its connection is complete. */
  request(n: number): string;
  /** The status that every reply must have. */
  status: number;
  connections: number;
  milliseconds: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Asks a server as often as it answers, over connections that stay open. Reads of a reply only its status and where it ends, so
 * that this side is never what limits the figures.
 * @throws for another status, and when the server ends a connection
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(load.origin);
  const latencies: number[] = [];
  let sample: Buffer | undefined;
  let count = 0;
  const begun = performance.now();
  const end = begun + load.milliseconds;
  const status = `HTTP/1.1 ${load.status} `;

  const keepAsking = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let asked = 0;
      let received: Buffer = Buffer.alloc(0);
      /** Bytes of the whole reply; unknown until its head is there. */
      let length = 0;
      const ask = () => {
        asked = performance.now();
        socket.write(load.request(count++));
      };
      socket.on('data', (part: Buffer) => {
        received = received.length === 0 ? part : Buffer.concat([received, part]);
        if (length === 0) {
          const endOfHead = received.indexOf(END_OF_HEAD);
          if (endOfHead < 0) return;
          const head = received.toString('latin1', 0, endOfHead);
          if (!head.startsWith(status))
            return reject(new Error(`The server answered ${received.toString('utf8', 0, 600)}`));
          const size = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? '0';
          length = endOfHead + END_OF_HEAD.length + Number(size);
        }
        if (received.length < length) return;
        const now = performance.now();
        latencies.push(now - asked);
        sample ??= Buffer.from(received);
        received = Buffer.alloc(0);
        length = 0;
        if (now < end) ask();
        else resolve();
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The server ended the connection')));
      ask();
    });

  const sockets = await Promise.all(
    Array.from({ length: load.connections }, () => open(hostname, Number(port))),
  );
  try {
    await Promise.all(sockets.map(keepAsking));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  if (!sample) throw new Error('The server answered nothing');
  const seconds = (performance.now() - begun) / 1_000;
  return {
    requestsPerSecond: latencies.length / seconds,
    latencies: latencies.sort((a, b) => a - b),
    sample,
  };
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** The bytes of a request. */
export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const all = {
    host: 'localhost',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
