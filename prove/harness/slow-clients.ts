import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** Callers who hold their connections as long as they are let. */
export interface SlowClients {
  /** How many of their connections the server still has. */
  countOpen(): number;
  /** Ends them all, from this side. */
  end(): void;
}

/** What a slow client sends: at once, and then a little at a time; it never reads. */
export interface SlowCall {
  beginning: string;
  /** Nothing, where the call is complete and only the reply is slow. */
  drop: string;
}

const TRICKLE_MS = 500;
const ADDRESSES = 200;

/** Opens one connection for each call, from as many addresses as a crowd has. */
export async function openSlowClients(origin: string, calls: readonly SlowCall[]): Promise<SlowClients> {
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  const own = new Set<string>();
  for (const [at, { beginning }] of calls.entries()) {
    const localAddress = `127.0.1.${1 + (at % ADDRESSES)}`;
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on('error', () => {});
    await once(socket, 'connect');
    own.add(`${localAddress}:${socket.localPort}`);
    socket.write(beginning);
    sockets.push(socket);
  }
  const trickle = setInterval(() => {
    for (const [at, { drop }] of calls.entries()) if (drop && sockets[at]?.writable) sockets[at].write(drop);
  }, TRICKLE_MS);
  return {
    countOpen: () => own.intersection(listPeers(Number(port))).size,
    end() {
      clearInterval(trickle);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Addresses and ports of those to whom a process on this port has an open connection: the kernel's own list (Linux). Where
 * connections come and go while it is read, one can be missing, or be there twice.
 */
function listPeers(port: number): Set<string> {
  const peers = new Set<string>();
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)) {
    const [, local = '', remote = '', , , , , , , inode] = line.trim().split(/\s+/);
    // What a process has ended may still have bytes to send, but belongs to no process.
    if (!inode || inode === '0' || Number.parseInt(local.slice(9), 16) !== port) continue;
    const bytes =
      remote
        .slice(0, 8)
        .match(/../g)
        ?.map((byte) => Number.parseInt(byte, 16)) ?? [];
    peers.add(`${bytes.reverse().join('.')}:${Number.parseInt(remote.slice(9), 16)}`);
  }
  return peers;
}

/** The most memory that a process has had so far, in MB (Linux). */
export function readPeakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
}
