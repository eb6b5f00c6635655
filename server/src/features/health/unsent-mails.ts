import { notFound } from '@atelier/domain/errors.ts';
import type { UnsentMail } from '@atelier/domain/health/schema.ts';
import { FAILED_MAILS_DAYS } from '@atelier/domain/projects/rules.ts';
import { type Clock, isoIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import {
  countUnsentMails,
  hasMail,
  listFailedSince,
  listPendingMails,
  retryFailedSince,
  retryMail,
  type UnsentRow,
} from '../../platform/mail/unsent-mails.repository.ts';

const SHOWN = 50;

export interface UnsentMailsDeps {
  db: Db;
  clock: Clock;
  /** Has the worker look at once. */
  wakeOutbox(): void;
}

/** The mails that haven't left, for the owner to see and to try again. */
export class UnsentMails {
  readonly #deps: UnsentMailsDeps;

  constructor(deps: UnsentMailsDeps) {
    this.#deps = deps;
  }

  async list() {
    const { db } = this.#deps;
    const [counts, waiting, failed] = await Promise.all([
      countUnsentMails(db, this.#since()),
      listPendingMails(db, SHOWN),
      listFailedSince(db, this.#since(), SHOWN),
    ]);
    return {
      waiting: { total: counts.pending, items: waiting.map(presentUnsentMail) },
      failed: { total: counts.failed, items: failed.map(presentUnsentMail) },
    };
  }

  /**
   * Makes a mail due at once. Of several admins who ask at the same time, one does it.
   * @returns false for one that is being sent, was sent, or hasn't been tried yet
   * @throws not_found
   */
  async retry(id: string): Promise<boolean> {
    const { db, wakeOutbox } = this.#deps;
    const isRetried = await retryMail(db, id);
    if (isRetried) wakeOutbox();
    else if (!(await hasMail(db, id))) throw notFound();
    return isRetried;
  }

  /** The same for every mail that was given up lately. @returns how many */
  async retryFailed(): Promise<number> {
    const { db, wakeOutbox } = this.#deps;
    const retried = await retryFailedSince(db, this.#since());
    if (retried > 0) wakeOutbox();
    return retried;
  }

  #since(): string {
    return isoIn(this.#deps.clock, -FAILED_MAILS_DAYS * 24 * 3_600);
  }
}

function presentUnsentMail(row: UnsentRow): UnsentMail {
  return {
    _id: row.id,
    id: row.id,
    kind: row.kind,
    to: row.recipient,
    subject: row.subject,
    status: row.status === 'failed' ? 'failed' : 'pending',
    attempts: row.attempts,
    nextAt: row.status === 'failed' ? null : row.due_at,
    error: row.last_error,
    createdAt: row.created_at,
  };
}
