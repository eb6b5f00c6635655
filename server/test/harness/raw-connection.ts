import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection whose bytes the test writes and reads itself, as slowly as it likes. */
export interface RawConnection {
  write(text: string | Uint8Array): void;
  /** The bytes received so far; none are read before `read` is called. */
  answer(): string;
  /** Begins to read. */
  read(): void;
  /** Resolves when either side has ended the connection. */
  closed: Promise<void>;
  destroy(): void;
}

/** @param from address of this machine to call from: any in 127.0.0.0/8 */
export async function openConnection(origin: string, from = '127.0.0.1'): Promise<RawConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  let answer = '';
  socket.on('error', () => {});
  await once(socket, 'connect');
  return {
    write: (text) => {
      socket.write(text);
    },
    answer: () => answer,
    read: () => {
      socket.setEncoding('latin1').on('data', (text: string) => {
        answer += text;
      });
    },
    closed,
    destroy: () => {
      socket.destroy();
    },
  };
}

/** Resolves once a condition holds; the test's own time limit ends a wait that never succeeds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
