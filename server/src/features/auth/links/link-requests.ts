import { setTimeout } from 'node:timers/promises';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { onCommit, transaction } from '../../../platform/db/transaction.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CodeChallenge } from '../tokens/pkce.ts';
import { insertLinkRequest, type LinkRequestRow, takeLinkRequest } from './links.repository.ts';

/**
 * Begun at once, the work for an address that has an account would meet the sending of the reply, and whoever
 * measures would see it (known against unknown: 1.17 of the median, z 10).
 */
const PAUSE_MS = 60;

/** A request for a link, as it came. */
export interface LinkRequest {
  kind: LinkRequestRow['kind'];
  email: string;
  challenge: CodeChallenge | undefined;
  /** Where the flow is to end. */
  redirectTo: string;
  client: ClientFacts;
}

/** Does what a request asks for, if its address has an account for which it can be done. */
type Fulfil = (trx: Trx, request: LinkRequest) => Promise<void>;

/**
 * Requests for links to addresses that may or may not have an account. Each is stored and answered; whether
 * there is an account is looked up only afterwards, so that neither the answer nor its time can tell.
 */
export class LinkRequests {
  readonly #platform: Pick<Platform, 'db' | 'clock' | 'log'>;
  readonly #fulfil = new Map<LinkRequestRow['kind'], Fulfil>();
  #running: Promise<void> | undefined;
  #again = false;

  constructor(platform: Pick<Platform, 'db' | 'clock' | 'log'>) {
    this.#platform = platform;
  }

  /** Says what is done for requests of a kind. */
  handle(kind: LinkRequestRow['kind'], fulfil: Fulfil): void {
    this.#fulfil.set(kind, fulfil);
  }

  /** Stores a request as part of `trx`; it is looked into as soon as that is committed. */
  async enqueue(trx: Trx, request: LinkRequest): Promise<void> {
    await insertLinkRequest(trx, {
      id: newId(),
      kind: request.kind,
      email: request.email,
      redirect_to: request.redirectTo,
      challenge: request.challenge?.challenge ?? null,
      challenge_method: request.challenge?.method ?? null,
      address: request.client.address,
      user_agent: request.client.userAgent ?? null,
      created_at: isoNow(this.#platform.clock),
    });
    // After the reply, which must not wait for what is found out.
    onCommit(trx, () => this.#wake());
  }

  /** Fulfils every request that waits. Throws when one cannot be; it then waits on. */
  async drain(): Promise<void> {
    for (;;) {
      const done = await transaction(this.#platform.db, (trx) => this.#fulfilNext(trx));
      if (!done) return;
    }
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #wake(): void {
    this.#again = true;
    this.#running ??= setTimeout(PAUSE_MS)
      .then(() => this.#runUntilQuiet())
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #runUntilQuiet(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        await this.drain();
      } catch (error) {
        this.#platform.log.error(
          { err: error },
          'a request for a link waits: it could not be looked into now',
        );
      }
    }
  }

  /** Takes the oldest request and does it, all or nothing: it is done once whoever takes it. */
  async #fulfilNext(trx: Trx): Promise<boolean> {
    const row = await takeLinkRequest(trx);
    if (!row) return false;
    await this.#fulfil.get(row.kind)?.(trx, readRequest(row));
    return true;
  }
}

function readRequest(row: LinkRequestRow): LinkRequest {
  const { challenge, challenge_method: method } = row;
  return {
    kind: row.kind,
    email: row.email,
    redirectTo: row.redirect_to,
    challenge: challenge !== null && method !== null ? { challenge, method } : undefined,
    client: { address: row.address ?? '', userAgent: row.user_agent ?? undefined, referer: undefined },
  };
}
