import { billing as settings } from '@atelier/content/billing.ts';
import { invoiceNumber } from '@atelier/domain/invoices/rules.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { readLastNumber, takeNumber } from './invoices.repository.ts';

/** Another call took the number that a document was made with; made again, it has the next one. */
class NumberTakenError extends Error {}
const NUMBER_TRIES = 8;

export interface NextNumber {
  place: number;
  number: string;
  /** A day such as 2030-01-31. */
  today: string;
}

/** The numbers of invoices and credit notes, in one series a year without gaps. */
export class InvoiceNumbers {
  readonly #deps: Pick<Platform, 'db' | 'clock'>;
  /** Ends with the last document that this process makes. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: Pick<Platform, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  /**
   * Runs `work` with the year's next number, again with the one after it if another process took that first. In this
   * process one runs after the other: a document that loses its number has been made in vain.
   */
  async withNext(work: (next: NextNumber) => Promise<void>): Promise<void> {
    const turn = this.#last.then(() => this.#run(work));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Uses the number up, within the transaction that issues the document. */
  async take(trx: Trx, { today, place }: NextNumber): Promise<void> {
    if (!(await takeNumber(trx, Number(today.slice(0, 4)), place))) throw new NumberTakenError();
  }

  async #run(work: (next: NextNumber) => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const today = isoNow(this.#deps.clock).slice(0, 10);
      const year = Number(today.slice(0, 4));
      const place = (await readLastNumber(this.#deps.db, year)) + 1;
      try {
        return await work({ place, number: invoiceNumber(year, place, settings.numberPrefix), today });
      } catch (error) {
        if (!(error instanceof NumberTakenError) || tries === NUMBER_TRIES) throw error;
      }
    }
  }
}
