import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that systems give to nothing by themselves: their own begin at 32768 or above. */
const OURS = [20_000, 32_768] as const;

/**
 * A port on loopback that nothing listens at, for what listens there later, or leaves and comes back. Other tests don't get it
 * meanwhile, as they would one that the system chose.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const probe = createServer().listen(randomInt(...OURS), '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      // It is taken.
      continue;
    }
    const { port } = probe.address() as { port: number };
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
