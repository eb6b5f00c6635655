import { createHash, randomBytes } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import type { Endpoint, EndpointInput } from '@atelier/domain/endpoint.ts';
import { newId } from '../../server/src/platform/ids.ts';
import type { RunningProduct } from '../../server/test/harness/running-product.ts';
import { formWith } from '../../server/test/samples/files.ts';
import { sampleBrief } from '../../server/test/samples/projects.ts';
import type { Claim } from './ledger.ts';

/** An account that writes. */
export interface Person {
  id: string;
  email: string;
  token: string;
}

/** A client's project; the client's is one side, the owner's the other. */
export interface Work {
  projectId: string;
  client: Person;
  owner: Person;
}

/** A reply that is a refusal. */
export interface Refusal {
  status: number;
  /** What it says to people. */
  sentence: string;
}

class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(what: string, refusal: Refusal) {
    super(`${what} was refused: ${refusal.status} ${refusal.sentence}`);
    this.refusal = refusal;
  }
}

/** One call or more, with what the last reply promises. Done again, after a call without a reply, it changes nothing more. */
type Step = (server: RunningProduct) => Promise<Claim>;
type Steps = Generator<Step, void>;

/** One of many at once: its steps follow one another, and the one without a reply is done again on the next server. */
export class Writer {
  readonly #steps: Steps;
  #step: Step | undefined;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /**
   * Writes until the server is gone or refuses.
   * @param acknowledged called with each promise, and says whether to go on
   * @returns the refusal; undefined where there was none
   */
  async write(server: RunningProduct, acknowledged: (claim: Claim) => boolean): Promise<Refusal | undefined> {
    try {
      for (;;) {
        this.#step ??= this.#steps.next().value as Step;
        const isToGoOn = acknowledged(await this.#step(server));
        this.#step = undefined;
        if (!isToGoOn) return undefined;
      }
    } catch (error) {
      if (error instanceof RefusedError) return error.refusal;
      // What `fetch` throws where there is no reply; anything else is a fault of the proof.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }
}

async function send<E extends Endpoint>(
  server: RunningProduct,
  token: string,
  endpoint: E,
  input: EndpointInput<E> | { body: FormData; params?: Record<string, string>; query?: object },
) {
  const { status, body } = await server.call(token, endpoint, input as EndpointInput<E>);
  if (status < 400) return body;
  throw new RefusedError(`${endpoint.method} ${endpoint.path}`, { status, sentence: `${body.error}` });
}

/** Saves a number in the client's draft that rises by one. */
export function* saveDrafts({ id, token }: Person): Steps {
  for (let number = 1; ; number++) {
    const body = { step: 1, data: { goals: `${number}` } };
    yield async (server) => {
      await send(server, token, api.saveOnboarding, { body });
      return { kind: 'draft', text: `${id} ${number}` };
    };
  }
}

/** Sends enquiries. A visitor has no key: what has no reply is not sent again. */
export function* sendEnquiries(): Steps {
  for (;;) {
    yield async (server) => {
      const message = `Enquiry ${newId()}`;
      const body = { name: 'Ada', email: 'ada@visitor.example', message };
      await send(server, '', api.createEnquiry, { body });
      return { kind: 'enquiry', text: message };
    };
  }
}

export function* sendMessages({ projectId, client }: Work): Steps {
  for (;;) {
    const key = newId();
    const body = { key, body: `Message ${key}` };
    yield async (server) => {
      await send(server, client.token, api.sendMessage, { params: { id: projectId }, body });
      return { kind: 'message', text: body.body };
    };
  }
}

/** Uploads files of up to 64 kB of noise. */
export function* uploadFiles({ projectId, client }: Work): Steps {
  for (;;) {
    const key = newId();
    const bytes = new Uint8Array(randomBytes(1 + (randomBytes(2).readUInt16LE() % 65_536)));
    const name = `${key}.txt`;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    yield async (server) => {
      const input = { params: { id: projectId }, query: { key }, body: formWith(name, bytes) };
      await send(server, client.token, api.sendFile, input);
      return { kind: 'file', text: `${name} ${sha256}` };
    };
  }
}

/** Sends one file of 50 kB, by itself. @returns the reply's status */
export async function trySendFile(server: RunningProduct, token: string, projectId: string): Promise<number> {
  const key = newId();
  const body = formWith(`${key}.txt`, key.repeat(1_400));
  return (await server.call(token, api.sendFile, { params: { id: projectId }, query: { key }, body })).status;
}

/** The owner adds a milestone and sends it for review; the client approves it. */
export function* approveMilestones({ projectId, client, owner }: Work): Steps {
  for (;;) {
    let milestoneId = '';
    yield async (server) => {
      const body = { title: 'Design', published: true };
      const { milestone } = await send(server, owner.token, api.createMilestone, {
        params: { id: projectId },
        body,
      });
      milestoneId = milestone.id;
      return { kind: 'milestone', text: milestoneId };
    };
    // Two steps: sent for review again, an approved milestone would be reopened.
    yield async (server) => {
      const params = { id: projectId, milestoneId };
      await send(server, owner.token, api.setMilestoneStatus, { params, body: { status: 'in_review' } });
      return { kind: 'milestone', text: milestoneId };
    };
    yield async (server) => {
      const params = { id: projectId, milestoneId };
      await send(server, client.token, api.reviewMilestone, { params, body: { status: 'approved' } });
      return { kind: 'approval', text: milestoneId };
    };
  }
}

/** The client submits a brief, the owner sends a contract, and the client accepts it; then the next. */
export function* acceptContracts({ client, owner }: Omit<Work, 'projectId'>): Steps {
  for (;;) {
    let projectId = '';
    const goals = `Brief ${newId()}`;
    yield async (server) => {
      const body = { final: { ...sampleBrief, goals } };
      projectId = (await send(server, client.token, api.submitOnboarding, { body })).id;
      return { kind: 'project', text: goals };
    };
    yield async (server) => {
      const params = { id: projectId };
      const { contract } = await send(server, owner.token, api.getContractAsStudio, { params });
      if (contract.status === 'draft') {
        const link = 'https://studio.example/contract';
        const body = { total: 9_400, source: 'link', link, revision: contract.draft.revision } as const;
        const { contract: saved } = await send(server, owner.token, api.saveContract, { params, body });
        const { revision } = saved.draft;
        await send(server, owner.token, api.sendContract, { params, body: { revision } });
      }
      return { kind: 'contract', text: `${projectId} 1` };
    };
    yield async (server) => {
      const params = { id: projectId };
      const { contract } = await send(server, client.token, api.getContract, { params });
      if (contract?.status !== 'accepted') {
        const body = { version: 1, name: 'Ada Sample' };
        await send(server, client.token, api.acceptContract, { params, body });
      }
      return { kind: 'acceptance', text: projectId };
    };
  }
}
