import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a PostgreSQL that drops notifications while `isSilent` is set, and that can go silent. */
export interface PostgresProxy extends AsyncDisposable {
  /** The database's address through this proxy. */
  url: string;
  /** Whether notifications are held back from here on. */
  isSilent: boolean;
  /** Breaks every connection. */
  cut(): void;
  /**
   * Drops every byte from here on, like a firewall: connections stay open, new ones open, and nothing passes.
   */
  drop(): void;
  /** Lets new connections through again; the earlier ones stay silent. */
  revive(): void;
  /** Leads new connections to another address. */
  leadTo(url: string): void;
}

const NOTIFICATION = 'A'.charCodeAt(0);

/**
 * Behaves towards a listener like a pooler that shares connections between transactions: `listen`
 * succeeds, and the notifications go to an idle connection, which drops them.
 */
export async function openPostgresProxy(url: string): Promise<PostgresProxy> {
  let { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  const dead = new Set<Socket>();
  let isDropping = false;
  const server = createServer((client) => {
    const there = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, there],
      [there, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        // Dropping packets also drops the end of a connection.
        if (!dead.has(client)) other.destroy();
      });
    }
    if (isDropping) dead.add(client);
    client.on('data', (bytes: Buffer) => {
      if (!dead.has(client)) there.write(bytes);
    });
    let rest = Buffer.alloc(0);
    there.on('data', (bytes: Buffer) => {
      if (dead.has(client)) return;
      const [messages, left] = splitMessages(Buffer.concat([rest, bytes]));
      rest = left;
      for (const message of messages)
        if (!proxy.isSilent || message[0] !== NOTIFICATION) client.write(message);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = new URL(url);
  here.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const proxy: PostgresProxy = {
    url: here.href,
    isSilent: true,
    cut,
    drop: () => {
      isDropping = true;
      for (const socket of sockets) dead.add(socket);
    },
    revive: () => {
      isDropping = false;
    },
    leadTo: (other) => {
      ({ port, hostname } = new URL(other));
    },
    async [Symbol.asyncDispose]() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
  return proxy;
}

/**
 * The server's complete messages, each a letter, a length that counts itself, and a body; and the
 * bytes of an incomplete one.
 */
function splitMessages(bytes: Buffer<ArrayBuffer>): [Buffer[], Buffer<ArrayBuffer>] {
  const messages: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= 5) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) break;
    messages.push(bytes.subarray(at, end));
    at = end;
  }
  return [messages, bytes.subarray(at)];
}
