/** What a reply can promise to be there from then on. */
const CLAIM_KINDS = [
  'draft',
  'enquiry',
  'message',
  'file',
  'milestone',
  'approval',
  'project',
  'contract',
  'acceptance',
] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** One thing that a reply has promised, by a text that only it has; a draft's is its client and a number that rises. */
export interface Claim {
  kind: ClaimKind;
  text: string;
}

/** Everything of each kind that is there, by the same texts. */
export type Kept = Record<ClaimKind, readonly string[]>;

/** Every write that was acknowledged. */
export class Ledger {
  readonly #claims = new Map<ClaimKind, Set<string>>(CLAIM_KINDS.map((kind) => [kind, new Set()]));
  /** The number last saved in each client's draft, which replaces the one before. */
  readonly #drafts = new Map<string, number>();
  #count = 0;

  /** How many writes were acknowledged. */
  get count(): number {
    return this.#count;
  }

  /** Everything until now. */
  copy(): Ledger {
    const copied = new Ledger();
    for (const [kind, claims] of this.#claims) copied.#claims.set(kind, new Set(claims));
    for (const [client, number] of this.#drafts) copied.#drafts.set(client, number);
    copied.#count = this.#count;
    return copied;
  }

  acknowledge({ kind, text }: Claim): void {
    this.#count += 1;
    if (kind !== 'draft') this.#claims.get(kind)?.add(text);
    else {
      const [client, number] = readDraft(text);
      this.#drafts.set(client, number);
    }
  }

  /** What was acknowledged and isn't there. */
  findLost(kept: Kept): string[] {
    const lost: string[] = [];
    for (const [kind, claims] of this.#claims) {
      const there = new Set(kept[kind]);
      for (const text of claims) if (!there.has(text)) lost.push(`${kind} ${text}`);
    }
    const drafts = new Map(kept.draft.map(readDraft));
    for (const [client, number] of this.#drafts) {
      const there = drafts.get(client) ?? 0;
      if (there < number) lost.push(`draft ${number} of ${client}: it is at ${there}`);
    }
    return lost;
  }

  /** What is there more than once. */
  findDoubled(kept: Kept): string[] {
    const doubled: string[] = [];
    for (const kind of CLAIM_KINDS) {
      const seen = new Set<string>();
      for (const text of kept[kind]) {
        if (seen.has(text)) doubled.push(`${kind} ${text}`);
        seen.add(text);
      }
    }
    return doubled;
  }
}

function readDraft(text: string): [client: string, number: number] {
  const [client = '', number = ''] = text.split(' ');
  return [client, Number(number)];
}
