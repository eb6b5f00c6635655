import { api } from '@atelier/domain/api.ts';
import { expect } from 'vitest';
import type { DatabaseLocation } from '../../server/src/platform/db/open.ts';
import { newId } from '../../server/src/platform/ids.ts';
import type { RunningProduct } from '../../server/test/harness/running-product.ts';
import { sampleBrief } from '../../server/test/samples/projects.ts';
import { downloadFiles, findDamage, findTorn, readKept, withDatabase } from './kept.ts';
import { Ledger } from './ledger.ts';
import {
  acceptContracts,
  approveMilestones,
  type Person,
  type Refusal,
  saveDrafts,
  sendEnquiries,
  sendMessages,
  trySendFile,
  uploadFiles,
  Writer,
} from './writers.ts';

const DRAFTING = 4;
const VISITORS = 3;
const WORKING = 3;
const ACCEPTING = 2;
/** Of up to 300 writes. */
const ROUNDS_A_PROJECT = 20;

/** A product under 16 writers at once, and everything that it has acknowledged. */
export class BusyStudio {
  readonly ledger = new Ledger();
  #location: DatabaseLocation;
  readonly #owner: Person;
  readonly #clients: readonly Person[];
  /** Those that need no project of their own go on from round to round. */
  readonly #steady: readonly Writer[];
  #projectWriters: readonly Writer[] = [];
  readonly #projects: string[] = [];
  #rounds = 0;
  /** Files whose bytes arrived as they were sent. */
  readonly #arrived = new Set<string>();

  readonly #roundsAProject: number;

  private constructor(
    location: DatabaseLocation,
    owner: Person,
    clients: readonly Person[],
    roundsAProject: number,
  ) {
    this.#location = location;
    this.#roundsAProject = roundsAProject;
    this.#owner = owner;
    this.#clients = clients;
    const drafting = clients.slice(WORKING, WORKING + DRAFTING);
    const accepting = clients.slice(WORKING + DRAFTING);
    this.#steady = [
      ...drafting.map((client) => saveDrafts(client)),
      ...Array.from({ length: VISITORS }, () => sendEnquiries()),
      ...accepting.map((client) => acceptContracts({ client, owner })),
    ].map((steps) => new Writer(steps));
  }

  /**
   * Signs everybody up.
   * @param roundsAProject a project takes 500 files and as many milestones: so many rounds fit into one
   */
  static async open(
    server: RunningProduct,
    location: DatabaseLocation,
    { roundsAProject = ROUNDS_A_PROJECT } = {},
  ): Promise<BusyStudio> {
    const enter = async (email: string): Promise<Person> => {
      const token = await server.signUp(email);
      return { email, token, id: (await server.call(token, api.getMe)).body.user._id };
    };
    const owner = await enter('owner@studio.example');
    const clients = await Promise.all(
      Array.from({ length: WORKING + DRAFTING + ACCEPTING }, (_, i) => enter(`client-${i}@client.example`)),
    );
    return new BusyStudio(location, owner, clients, roundsAProject);
  }

  /** The admin. */
  get owner(): Person {
    return this.#owner;
  }

  /** The database has another address from here on. */
  moveTo(location: DatabaseLocation): void {
    this.#location = location;
  }

  /**
   * All write at once, until each has no reply any more or is refused.
   * @param after how many acknowledged writes of this round `act` is called, in the middle of others
   * @param most how many are acknowledged until all stop by themselves, about
   * @returns the refusals
   */
  async writeUntil(
    server: RunningProduct,
    after: number,
    act: () => void,
    most = Number.POSITIVE_INFINITY,
  ): Promise<Refusal[]> {
    if (this.#rounds % this.#roundsAProject === 0) await this.#startProjects(server);
    this.#rounds += 1;
    let count = 0;
    const ended = await Promise.all(
      [...this.#steady, ...this.#projectWriters].map((writer) =>
        writer.write(server, (claim) => {
          this.ledger.acknowledge(claim);
          count += 1;
          if (count === after) act();
          return count < most;
        }),
      ),
    );
    expect(count).toBeGreaterThanOrEqual(after);
    return ended.filter((refusal) => refusal !== undefined);
  }

  /** Sends one file more, which isn't expected to arrive. @returns the reply's status */
  async trySendFile(server: RunningProduct): Promise<number> {
    const [client] = this.#clients;
    const id = this.#projects.at(-WORKING) ?? '';
    return trySendFile(server, client?.token ?? '', id);
  }

  /** Signs everybody in again, for sessions run out, and gives those who work on a project the next one. */
  async #startProjects(server: RunningProduct): Promise<void> {
    if (this.#rounds > 0)
      for (const person of [this.#owner, ...this.#clients]) person.token = await server.signIn(person.email);
    const owner = this.#owner;
    const writers: Writer[] = [];
    for (const [i, client] of this.#clients.slice(0, WORKING).entries()) {
      const goals = `Brief ${newId()}`;
      const submitted = { body: { final: { ...sampleBrief, goals } } };
      const { body } = await server.call(client.token, api.submitOnboarding, submitted);
      this.ledger.acknowledge({ kind: 'project', text: goals });
      this.#projects.push(body.id);
      const work = { projectId: body.id, client, owner };
      writers.push(new Writer(sendMessages(work)));
      if (i > 0) writers.push(new Writer(uploadFiles(work)), new Writer(approveMilestones(work)));
    }
    this.#projectWriters = writers;
  }

  /**
   * What is wrong with what is there, in words: lost, doubled, torn, or with other bytes than were sent. A call that nobody has a
   * reply of may still end meanwhile: what was downloaded is compared with what is there afterwards.
   */
  async findFaults(server: RunningProduct): Promise<string[]> {
    return withDatabase(this.#location, async (db) => {
      const wrong: string[] = [];
      const arrived: { name: string; text: string }[] = [];
      for (const projectId of this.#projects.slice(-WORKING)) {
        const isNew = (name: string) => !this.#arrived.has(name);
        const files = await downloadFiles(server, this.#owner.token, { projectId, isNew });
        if (!files) wrong.push(`lost: the owner no longer sees project ${projectId}`);
        arrived.push(...(files ?? []));
      }
      const kept = await readKept(db);
      const files = new Set(kept.file);
      for (const { name, text } of arrived) {
        if (files.has(text)) this.#arrived.add(name);
        else wrong.push(`other bytes: ${text}`);
      }
      // Counted twice: a write that ends between two counts tears nothing.
      const torn = new Set(await findTorn(db));
      const stillTorn = torn.size > 0 ? (await findTorn(db)).filter((text) => torn.has(text)) : [];
      return [
        ...this.ledger.findLost(kept).map((text) => `lost: ${text}`),
        ...this.ledger.findDoubled(kept).map((text) => `doubled: ${text}`),
        ...stillTorn.map((text) => `torn: ${text}`),
        ...wrong,
      ];
    });
  }

  /** The same over everything since the beginning, each file's bytes again, and the database's own check. */
  async findFaultsInAll(server: RunningProduct): Promise<string[]> {
    return withDatabase(this.#location, async (db) => {
      const faults = await this.findFaults(server);
      const before = (await readKept(db)).file;
      const arrived = new Set<string>();
      for (const projectId of this.#projects) {
        const files = await downloadFiles(server, this.#owner.token, { projectId, isNew: () => true });
        for (const { text } of files ?? []) arrived.add(text);
      }
      const after = new Set((await readKept(db)).file);
      return [
        ...faults,
        ...[...arrived].filter((text) => !after.has(text)).map((text) => `other bytes: ${text}`),
        ...before.filter((text) => !arrived.has(text)).map((text) => `never arrived: ${text}`),
        ...(await findDamage(db, this.#location)).map((text) => `damaged: ${text}`),
      ];
    });
  }
}
