import type { Clock } from '../clock.ts';
import { addressKey, widestNetwork } from './client.ts';
import { ConcurrencySlots, type Pace, type SlotLimits, STEPS, TransferRate } from './transfer-limits.ts';

/** For this process, one account and one network address, and how many slots are the admins' alone. */
export interface UploadLimits extends SlotLimits<'account' | 'address'> {
  forAdmins: number;
}

/** An upload that may have to end for others. */
interface Rival {
  network: string;
  /** Undefined while nothing is known of it. */
  bytesPerSecond: number | undefined;
}

const TOO_SLOW = 'The file arrived too slowly. Please send it again when your connection is better.';
const MADE_ROOM =
  'Many files are arriving right now, and this one had to make room. Please send it again in a few minutes.';

/** Up to this share of the slots taken, a slow upload costs nobody anything. */
const AMPLE = 0.5;
/** How many times as fast an upload has to be when every slot is taken. */
const MOST_TIMES = 8;

/**
 * The slowest rate that is let go on: the least one while half of the slots are free, then more with each slot that is
 * taken, evenly in its power.
 */
export function paceAsked(least: number, taken: number, slots: number): number {
  const scarcity = Math.min(1, Math.max(0, (taken / slots - AMPLE) / (1 - AMPLE)));
  return least * MOST_TIMES ** scarcity;
}

/**
 * Who ends for a pace that is asked: the slowest upload of the network that holds most slots, if it is too slow for that.
 * Beside a network that has more, a slow one has its time.
 * @param held the slots of all clients
 */
export function chooseTooSlow<Upload extends Rival>(
  held: readonly Upload[],
  isTooSlow: (upload: Upload) => boolean,
): Upload | undefined {
  const most = Math.max(...countByNetwork(held).values());
  return chooseSlowest(held, (upload, ofNetwork) => ofNetwork === most && isTooSlow(upload));
}

/**
 * Who makes room for another upload of `network` when no slot is free: nobody, unless a network still has as many as it
 * then. So no network ends another's only upload, and two never end each other's in turn.
 */
export function chooseToMakeRoom<Upload extends Rival>(
  held: readonly Upload[],
  network: string,
  canEnd: (upload: Upload) => boolean = () => true,
): Upload | undefined {
  const own = countByNetwork(held).get(network) ?? 0;
  return chooseSlowest(held, (upload, ofNetwork) => ofNetwork - 1 >= own + 1 && canEnd(upload));
}

/**
 * The slowest upload of the network that holds most slots. One of which nothing is known yet comes last in its network.
 * @param mayEnd asked with an upload and the slots of its network
 */
function chooseSlowest<Upload extends Rival>(
  held: readonly Upload[],
  mayEnd: (upload: Upload, ofNetwork: number) => boolean,
): Upload | undefined {
  const sizes = countByNetwork(held);
  const size = ({ network }: Upload) => sizes.get(network) ?? 0;
  const speed = ({ bytesPerSecond }: Upload) => bytesPerSecond ?? Number.MAX_VALUE;
  return held
    .filter((upload) => mayEnd(upload, size(upload)))
    .toSorted((one, other) => size(other) - size(one) || speed(one) - speed(other))[0];
}

function countByNetwork(held: readonly Rival[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { network } of held) sizes.set(network, (sizes.get(network) ?? 0) + 1);
  return sizes;
}

/** Who sends a file. */
interface Sender {
  ip: string;
  accountId: string | undefined;
  isAdmin: boolean;
}

/** The slot of one upload; disposing frees it. */
export class UploadSlot implements Disposable {
  readonly network: string;
  readonly isAdmin: boolean;
  readonly #leave: (slot: UploadSlot) => void;
  readonly #measure: (movedBytes: () => number) => TransferRate;
  #arriving: { rate: TransferRate; end: (reason: string) => void } | undefined;

  constructor(
    { ip, isAdmin }: Sender,
    measure: (movedBytes: () => number) => TransferRate,
    leave: (slot: UploadSlot) => void,
  ) {
    this.network = widestNetwork(ip);
    this.isAdmin = isAdmin;
    this.#measure = measure;
    this.#leave = leave;
  }

  /**
   * From here on, and until the watch stops, the upload can be ended: `end` is called, once, with the reason as a
   * sentence for its sender.
   * @param movedBytes all bytes so far
   * @returns a function that stops the watch
   */
  watch(movedBytes: () => number, end: (reason: string) => void): () => void {
    this.#arriving = { rate: this.#measure(movedBytes), end };
    return () => {
      this.#arriving = undefined;
    };
  }

  get isArriving(): boolean {
    return this.#arriving !== undefined;
  }

  get bytesPerSecond(): number | undefined {
    return this.#arriving?.rate.bytesPerSecond;
  }

  slide(): void {
    this.#arriving?.rate.slide();
  }

  isBelow(bytesPerSecond: number): boolean {
    return this.#arriving?.rate.isBelow(bytesPerSecond) ?? false;
  }

  /** Frees the slot at once: another upload can have it while this one’s client gets its answer. */
  end(reason: string): void {
    const arriving = this.#arriving;
    this.#arriving = undefined;
    this[Symbol.dispose]();
    arriving?.end(reason);
  }

  [Symbol.dispose](): void {
    this.#leave(this);
  }
}

/** The slots of uploads: who gets one, and who has to give it up. */
export class UploadSlots {
  readonly #limits: UploadLimits;
  readonly #pace: Pace;
  readonly #clock: Clock;
  readonly #slots: ConcurrencySlots<'account' | 'address'>;
  readonly #held = new Map<UploadSlot, Disposable>();
  #looking: NodeJS.Timeout | undefined;

  constructor(limits: UploadLimits, pace: Pace, clock: Clock) {
    this.#limits = limits;
    this.#pace = pace;
    this.#clock = clock;
    this.#slots = new ConcurrencySlots(limits);
  }

  /** @throws RateLimitedError */
  take(sender: Sender): UploadSlot {
    const address = addressKey(sender.ip);
    const slot = new UploadSlot(
      sender,
      (movedBytes) => new TransferRate(this.#pace, movedBytes, this.#clock),
      (left) => this.#free(left),
    );
    const { network, isAdmin } = slot;
    const counted = this.#slots.take(
      { account: sender.accountId ?? address, address },
      isAdmin ? {} : { leaving: this.#limits.forAdmins, makeRoom: () => this.#makeRoom(network) },
    );
    this.#held.set(slot, counted);
    this.#looking ??= setInterval(() => this.#look(), this.#pace.windowMs / STEPS);
    return slot;
  }

  #free(slot: UploadSlot): void {
    this.#held.get(slot)?.[Symbol.dispose]();
    this.#held.delete(slot);
    if (this.#held.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #clients(): UploadSlot[] {
    return [...this.#held.keys()].filter(({ isAdmin }) => !isAdmin);
  }

  #makeRoom(network: string): void {
    chooseToMakeRoom(this.#clients(), network, ({ isArriving }) => isArriving)?.end(MADE_ROOM);
  }

  /**
   * Ends what is too slow at any time, then what is too slow for how few slots are left: one after another, because each
   * end leaves more.
   */
  #look(): void {
    const { bytesPerSecond: least } = this.#pace;
    const all = [...this.#held.keys()];
    for (const slot of all) slot.slide();
    for (const slot of all) if (slot.isBelow(least)) slot.end(TOO_SLOW);
    while (this.#endOneTooSlow(least));
  }

  #endOneTooSlow(least: number): boolean {
    const asked = paceAsked(least, this.#slots.taken, this.#limits.process - this.#limits.forAdmins);
    const slow = chooseTooSlow(this.#clients(), (slot) => slot.isBelow(asked));
    slow?.end(MADE_ROOM);
    return slow !== undefined;
  }
}
