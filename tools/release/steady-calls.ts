import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Calls to a release that go on and on, on connections that are kept, with all that fails. */
export class SteadyCalls {
  readonly #origin: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #loops: Promise<void>[] = [];
  readonly failures: string[] = [];
  /** What the enquiries say that were acknowledged. */
  readonly acknowledged: string[] = [];
  answered = 0;
  #isOver = false;

  constructor(origin: string) {
    this.#origin = origin;
    for (const path of ['/', '/login', '/healthz']) this.#repeat(path, () => undefined);
    for (const writer of [1, 2]) {
      let number = 0;
      this.#repeat('/api/contact/create', () => {
        number += 1;
        return { name: 'Ada', email: 'ada@client.example', message: `Enquiry ${writer}/${number} of them.` };
      });
    }
  }

  /** Resolves when so many more calls were answered. */
  async answerMore(count: number): Promise<void> {
    const enough = this.answered + count;
    while (this.answered < enough && this.failures.length === 0) await pause(PAUSE_MS);
  }

  /** Ends the calls and their connections. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    this.#agent.destroy();
  }

  #repeat(path: string, nextBody: () => { message: string } | undefined): void {
    const loop = async () => {
      while (!this.#isOver) {
        const body = nextBody();
        const fault = await this.#call(path, body);
        if (fault) this.failures.push(`${path}: ${fault}`);
        else if (body) this.acknowledged.push(body.message);
        this.answered += 1;
        await pause(PAUSE_MS);
      }
    };
    this.#loops.push(loop());
  }

  /** @returns what is wrong with the reply */
  async #call(path: string, body: object | undefined): Promise<string | undefined> {
    const payload = body && JSON.stringify(body);
    const headers = { ...(payload && { 'content-type': 'application/json' }) };
    const method = body ? 'POST' : 'GET';
    try {
      const call = request(`${this.#origin}${path}`, { method, headers, agent: this.#agent }).end(payload);
      const [reply] = (await once(call, 'response')) as [IncomingMessage];
      await buffer(reply);
      return (reply.statusCode ?? 0) < 400 ? undefined : `${reply.statusCode}`;
    } catch (error) {
      return String(error);
    }
  }
}
