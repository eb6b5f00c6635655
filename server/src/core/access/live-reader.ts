import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import type { BusEvent } from '../../platform/events/event-bus.ts';
import type { LiveStreams, StreamEnd, StreamReader } from '../../platform/events/live-streams.ts';
import { bindStream } from '../../platform/http/bind.ts';
import { accountTopic, createLiveEvent, STUDIO_TOPIC } from '../projects/live-events.ts';
import { type AccessPorts, type Actor, isOpenTo } from './access.ts';

/** The stream of live events. A stopping server ends the streams first, because they never end by themselves. */
export function addLiveRoutes(app: FastifyInstance, streams: LiveStreams, access: AccessPorts): void {
  bindStream(app, api.streamEvents, ({ actor, query }, token) =>
    streams.open(new LiveReader(access, actor, token), query),
  );
  app.addHook('preClose', async () => streams.close());
}

/**
 * The reader of one stream. Each event repeats the two checks of a call: whose token it is now, and what
 * access do they have to the project.
 */
export class LiveReader implements StreamReader {
  readonly #access: AccessPorts;
  readonly #token: string;
  readonly topics: readonly string[];
  /** As of the last check. */
  #actor: Actor;

  constructor(access: AccessPorts, actor: Actor, token: string) {
    this.#access = access;
    this.#actor = actor;
    this.#token = token;
    // A stream ends when its reader's role changes.
    const own = accountTopic(actor.accountId);
    this.topics = actor.isAdmin ? [own, STUDIO_TOPIC] : [own];
  }

  get accountId(): string {
    return this.#actor.accountId;
  }

  async recheck(): Promise<StreamEnd | undefined> {
    const actor = (await this.#access.authenticate(this.#token))?.actor;
    const isSameAccount = actor?.accountId === this.#actor.accountId;
    const isSame = isSameAccount && actor.isAdmin === this.#actor.isAdmin;
    if (!isSame || actor.isDisabled || actor.secondFactor === 'due') {
      // Its pages still show what the former role could see: they must learn of it immediately, not with
      // their next call.
      return { farewell: isSameAccount ? createLiveEvent('account_changed') : undefined };
    }
    this.#actor = actor;
    return undefined;
  }

  async mayReceive({ topics, event: { kind, projectId } }: BusEvent): Promise<boolean> {
    // A deleted project has no access to look up: its client at the deletion and the studio get the event.
    if (projectId === null || kind === 'project_deleted') return true;
    const found = await this.#access.findProjectAccess(projectId, this.#actor);
    const asStudio = found && { ...found, isClient: false };
    return isOpenTo(topics.includes(accountTopic(this.accountId)) ? found : asStudio, this.#actor);
  }
}
