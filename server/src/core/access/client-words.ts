import { AppError } from '@atelier/domain/errors.ts';
import { RateLimitedError, type RateLimiter } from '../../platform/http/rate-limit.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** What one account, and all people of one project, can write in a day, in bytes. */
const ACCOUNT_BYTES = 2_000_000;
const PROJECT_BYTES = 5_000_000;
const DAY_SECONDS = 24 * 3_600;

const NO_ROOM =
  'The server has no room for more text right now. Keep what you wrote, and send it again later.';

export interface WrittenWords {
  accountId: string;
  /** Undefined for what belongs to no project yet. */
  projectId: string | undefined;
  bytes: number;
  /** False for what replaces earlier words of the same place, which can't fill a disk. */
  isAdded: boolean;
}

export interface ClientWordsDeps {
  limiter: Pick<RateLimiter, 'consume' | 'giveBack'>;
  storage: Pick<Storage, 'assertRoom'>;
}

/** The limits of what clients write, as uploads have for files. The studio's own words have none. */
export class ClientWords {
  readonly #deps: ClientWordsDeps;

  constructor(deps: ClientWordsDeps) {
    this.#deps = deps;
  }

  /**
   * Counts words before they are stored.
   * @returns uncounts them, where they weren't
   * @throws rate_limited over a day's words, insufficient_storage at the disk's reserve
   */
  async take({ accountId, projectId, bytes, isAdded }: WrittenWords): Promise<() => Promise<void>> {
    const { limiter, storage } = this.#deps;
    await storage.assertRoom(bytes).catch((error: unknown) => {
      const isFull = error instanceof AppError && error.code === 'insufficient_storage';
      throw isFull ? new AppError('insufficient_storage', NO_ROOM, { cause: error }) : error;
    });
    if (!isAdded || bytes === 0) return async () => {};
    const counted = [
      { key: `words.account ${accountId}`, allowance: { max: ACCOUNT_BYTES / bytes, seconds: DAY_SECONDS } },
      ...(projectId === undefined
        ? []
        : [
            {
              key: `words.project ${projectId}`,
              allowance: { max: PROJECT_BYTES / bytes, seconds: DAY_SECONDS },
            },
          ]),
    ];
    const taken: typeof counted = [];
    const undo = async () => {
      for (const { key, allowance } of taken.splice(0)) await limiter.giveBack(key, allowance);
    };
    try {
      for (const each of counted) {
        await limiter.consume(each.key, each.allowance);
        taken.push(each);
      }
    } catch (error) {
      await undo();
      throw error instanceof RateLimitedError ? tooManyWords(error.retryAfterSeconds) : error;
    }
    return undo;
  }
}

function tooManyWords(seconds: number): RateLimitedError {
  const minutes = Math.ceil(seconds / 60);
  const when =
    minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minute${minutes === 1 ? '' : 's'}`;
  return new RateLimitedError(
    seconds,
    `That’s more text than one day takes. Keep what you wrote, and send it again in ${when}, or send it as a file.`,
  );
}
