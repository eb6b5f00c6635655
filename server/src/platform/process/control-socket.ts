import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { isFileFault } from '../durable-file.ts';

/** What a command gets back from the running product. */
export interface ControlReply {
  ok: boolean;
  /** A sentence for the person at the terminal. */
  text: string;
}

/** More than a request of ours has. */
const LONGEST_REQUEST = 16_384;

/** Where commands of this machine's same account reach the running product: a socket in its own folder. */
export class ControlSocket {
  readonly #path: string;
  readonly #answer: (request: unknown) => Promise<ControlReply>;
  #server: Server | undefined;

  /** @param answer must not throw */
  constructor(path: string, answer: (request: unknown) => Promise<ControlReply>) {
    this.#path = path;
    this.#answer = answer;
  }

  /** Throws where the folder takes no socket, as some network shares do, or its path is too long for one. */
  async open(): Promise<void> {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {});
      let received = '';
      socket.setEncoding('utf8').on('data', (part: string) => {
        received += part;
        if (received.length > LONGEST_REQUEST) socket.destroy();
      });
      socket.once('end', async () => socket.end(JSON.stringify(await this.#answer(parse(received)))));
    });
    // Under its name at once: in the place of the previous process's, or of what a killed one has left.
    const own = `${this.#path}.${process.pid}`;
    server.listen(own);
    await once(server, 'listening');
    await rename(own, this.#path);
    this.#server = server.unref();
  }

  /** Takes no more requests; one that is being answered still is. */
  close(): void {
    this.#server?.close();
    this.#server = undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asks the running product. @returns its reply; undefined where none runs */
export async function askControl(path: string, request: object): Promise<ControlReply | undefined> {
  const socket = connect({ path, allowHalfOpen: true });
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (isFileFault(error, 'ENOENT') || isFileFault(error, 'ECONNREFUSED')) return undefined;
    throw error;
  }
  socket.end(JSON.stringify(request));
  const reply = await text(socket);
  // A killed process says nothing.
  return reply === '' ? undefined : (JSON.parse(reply) as ControlReply);
}
