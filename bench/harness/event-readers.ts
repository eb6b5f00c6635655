import { connect, type Socket } from 'node:net';
import { requestBytes } from './load.ts';

/** Connections asked for at a time: the others wait, so that none is refused by the system. */
const OPENING_AT_ONCE = 100;

/** Readers of streams of events, each on a connection of its own. */
export interface EventReaders {
  /** Resolves when each has received what `cause` brings about: milliseconds from its call to each arrival, in order of size. */
  await(marker: string, cause: () => Promise<unknown>, withinMs: number): Promise<number[]>;
  close(): void;
}

/** Opens a stream for each request, of which a 200 is expected. */
export async function openReaders(origin: string, requests: readonly string[]): Promise<EventReaders> {
  const { hostname, port } = new URL(origin);
  let onData: (reader: number, part: string) => void = () => {};
  const sockets: Socket[] = [];
  const openOne = (request: string) =>
    new Promise<void>((resolve, reject) => {
      const reader = sockets.length;
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      sockets.push(socket);
      let isOpen = false;
      socket.setEncoding('latin1');
      socket.on('data', (part: string) => {
        if (isOpen) return onData(reader, part);
        isOpen = true;
        if (part.startsWith('HTTP/1.1 200 ')) resolve();
        else reject(new Error(`A stream was answered ${part.slice(0, 600)}`));
      });
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('The server ended a stream')));
      socket.write(request);
    });
  for (let first = 0; first < requests.length; first += OPENING_AT_ONCE) {
    await Promise.all(requests.slice(first, first + OPENING_AT_ONCE).map(openOne));
  }
  return {
    async await(marker, cause, withinMs) {
      const arrivals = new Map<number, number>();
      const allThere = Promise.withResolvers<void>();
      const begun = performance.now();
      onData = (reader, part) => {
        if (arrivals.has(reader) || !part.includes(marker)) return;
        arrivals.set(reader, performance.now() - begun);
        if (arrivals.size === sockets.length) allThere.resolve();
      };
      const tooLate = setTimeout(
        () => allThere.reject(new Error(`Only ${arrivals.size} of ${sockets.length} got the event`)),
        withinMs,
      );
      try {
        await Promise.all([cause(), allThere.promise]);
      } finally {
        clearTimeout(tooLate);
        onData = () => {};
      }
      return [...arrivals.values()].sort((a, b) => a - b);
    },
    close() {
      for (const socket of sockets) socket.removeAllListeners('close').destroy();
    },
  };
}

/** The bytes that ask for a stream. */
export function streamRequest(path: string, token: string): string {
  return requestBytes('GET', path, { accept: 'text/event-stream', authorization: `Bearer ${token}` });
}
