import { randomBytes, timingSafeEqual } from 'node:crypto';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import { base32nopad } from '@scure/base';
import type { Trx } from '../../platform/db/database.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { insertReplyAddress } from './mail-in.repository.ts';
import type { ReplyAddressRow } from './mail-in.table.ts';

/** Where answers go: `reply@studio.example` gets them as reply+…@studio.example, `*@in.studio.example` at any name. */
export interface MailInAddress {
  /** Empty where the whole domain is ours. */
  name: string;
  domain: string;
}

/** Bytes of the part that names the row, and of its signature: in base32 without padding, 16 characters each. */
const ID_BYTES = 10;
const TAG_BYTES = 10;
const TOKEN_LENGTH = 32;
const PURPOSE = 'mail-in.addresses';
/** Stands for no row: reports about mails of ours go there. */
const BOUNCES = 'bouncesbouncesbo';

/** Makes addresses that nobody else can make, and recognises them: in lower case, with 64 characters before the @ at most. */
export class ReplyAddresses {
  readonly #base: MailInAddress;
  readonly #secret: ServerSecret;

  constructor(base: MailInAddress, secret: ServerSecret) {
    this.#base = base;
    this.#secret = secret;
  }

  /** The address for one person's answers about one thing: the same in each mail to them. */
  async issue(
    trx: Trx,
    facts: Pick<ReplyAddressRow, 'kind' | 'subject_id' | 'side' | 'account_id' | 'email' | 'created_at'>,
  ): Promise<string> {
    const id = base32nopad.encode(randomBytes(ID_BYTES)).toLowerCase();
    const row = await insertReplyAddress(trx, { ...facts, id, email: comparableEmail(facts.email) });
    return this.compose(row.id);
  }

  compose(id: string): string {
    const { name, domain } = this.#base;
    const token = `${id}${this.#tagOf(id)}`;
    return `${name === '' ? '' : `${name}+`}${token}@${domain}`;
  }

  /** The address that reports about mails of ours go to. */
  get forReports(): string {
    return this.compose(BOUNCES);
  }

  /** The id in an address of ours; undefined for any other. */
  parse(address: string): string | undefined {
    const { name, domain } = this.#base;
    const [begin, end] = [name === '' ? '' : `${name}+`, `@${domain}`];
    const given = comparableEmail(address);
    if (given.length !== begin.length + TOKEN_LENGTH + end.length) return undefined;
    if (!given.startsWith(begin) || !given.endsWith(end)) return undefined;
    const token = given.slice(begin.length, begin.length + TOKEN_LENGTH);
    const [id, tag] = [token.slice(0, TOKEN_LENGTH / 2), token.slice(TOKEN_LENGTH / 2)];
    const right = Buffer.from(this.#tagOf(id));
    const sent = Buffer.from(tag);
    return sent.length === right.length && timingSafeEqual(sent, right) ? id : undefined;
  }

  #tagOf(id: string): string {
    return base32nopad.encode(this.#secret.hmac(PURPOSE, id).subarray(0, TAG_BYTES)).toLowerCase();
  }
}
