import * as bounces from '../../src/features/mail-in/bounces.repository.ts';
import * as mailIn from '../../src/features/mail-in/mail-in.repository.ts';
import * as positions from '../../src/features/mail-in/mailbox-positions.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import {
  sampleAccount as account,
  address,
  id,
  isWaiting,
  MANY,
  partedProject,
  sampleProject as project,
  type SeedRows,
  time,
  words,
} from './values.ts';

const code = (n: number) => n.toString(32).padStart(16, '0');

const waitingMail = {
  uid: 5,
  isTaken: false,
  attempts: 3,
  fault: 'It can’t be fetched',
  arrivedAt: time(1),
  dueAt: time(2),
};

const rows = {
  reply_addresses: [
    MANY,
    (n) => ({
      id: code(n),
      kind: 'project',
      subject_id: id('b', partedProject(n)),
      side: n % 3 === 0 ? 'studio' : 'client',
      account_id: id('a', n),
      email: address(n),
      created_at: time(n),
    }),
  ],
  inbound_mails: [
    MANY - 1,
    (n) => ({
      id: id('7', n),
      state: isWaiting(n) ? 'received' : n % 50 === 0 ? 'quarantined' : n % 3 === 0 ? 'discarded' : 'posted',
      reason: isWaiting(n) ? null : n % 50 === 0 ? 'unproven' : n % 3 === 0 ? 'auto_reply' : null,
      source: 'smtp',
      source_key: n % 2 === 0 ? `1:${n}` : null,
      peer_address: '192.0.2.10',
      peer_name: 'mx.client.example',
      envelope_from: address(n),
      reply_address_id: code(n),
      message_key: isWaiting(n) ? null : id('d', n),
      stored_key: id('4', n),
      size: 0,
      proof: 'dkim=pass',
      from_name: '',
      from_address: address(n),
      subject: 'Re: Your website',
      body: words(n),
      project_id: id('b', partedProject(n)),
      enquiry_id: null,
      attempts: 1,
      due_at: time(n),
      lease_owner: null,
      received_at: time(n),
      finished_at: time(n),
    }),
  ],
  mailbox_positions: [
    3,
    (n) => ({
      mailbox: `studio@imap.example:993/${n}`,
      uid_validity: '1',
      last_uid: n,
      waiting: JSON.stringify([waitingMail]),
      fault_step: 'folder',
      fault: 'No such folder',
      fault_at: time(n),
    }),
  ],
  bounced_addresses: [
    MANY,
    (n) => ({
      id: id('6', n),
      email: address(n),
      subject: 'New message',
      report: '550 5.1.1 No such user',
      bounced_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

/** A mail that was posted, and of whose bytes nothing is there. */
export async function makeInboundMail(db: Db, projectId: string): Promise<string> {
  const [mailId, key] = [newId(), newId()];
  await db
    .insertInto('stored_files')
    .values({
      key,
      name: 'mail.eml',
      type: 'message/rfc822',
      size: 0,
      sha256: '0'.repeat(64),
      created_at: time(1),
      drop_at: null,
    })
    .execute();
  await db
    .insertInto('inbound_mails')
    .values({
      ...newRow(rows.inbound_mails, 7),
      id: mailId,
      state: 'posted',
      reason: null,
      stored_key: key,
      source_key: null,
      project_id: projectId,
    })
    .execute();
  return mailId;
}

/** An address that an email came back from. */
export async function makeBouncedAddress(db: Db): Promise<string> {
  const bouncedId = newId();
  await db
    .insertInto('bounced_addresses')
    .values({ ...newRow(rows.bounced_addresses), id: bouncedId, email: `${bouncedId}@client.example` })
    .execute();
  return bouncedId;
}

/** Samples of the mails that arrive. */
export const mailInSamples = {
  rows,
  calls: {
    listInboundMails: () => ({ query: { page: 1, limit: 5, state: 'all' } }),
    getMailSource: ({ inboundMailId }) => ({ params: { id: inboundMailId } }),
    postInboundMail: ({ inboundMailId }) => ({ params: { id: inboundMailId } }),
    listBouncedAddresses: () => ({}),
    clearBouncedAddress: ({ bouncedAddressId }) => ({ params: { id: bouncedAddressId } }),
    deleteInboundMail: ({ inboundMailId }) => ({ params: { id: inboundMailId } }),
  },
  queries: [
    ...callsOf('mail-in', mailIn, {
      insertReplyAddress: [[newRow(rows.reply_addresses)]],
      findReplyAddress: [[code(7)]],
      deleteReplyAddressesOf: [[project]],
      insertInboundMail: [[{ ...newRow(rows.inbound_mails), stored_key: id('4', MANY) }]],
      claimInboundMail: [
        [() => ({ owner: id('9', 1), now: time(300), leasedUntil: time(400), latest: time(99_000) })],
      ],
      updateClaimedMail: [[{ id: id('7', 7), lease_owner: id('9', 1) }, { due_at: time(2) }]],
      isPosted: [[id('d', 7), id('7', 8)]],
      listInboundMails: [
        [{ state: undefined, limit: 20, offset: 0 }],
        [{ state: 'quarantined', limit: 20, offset: 0 }],
      ],
      countInboundMails: [[undefined], ['quarantined']],
      findInboundMail: [[id('7', 7)]],
      lockInboundMail: [[id('7', 7)]],
      notePoster: [[id('7', 7), address(7)]],
      markPosted: [[id('7', 7), time(1)]],
      deleteInboundMails: [[[id('7', 7), id('7', 8)]]],
      listInboundBefore: [[time(10), 200]],
      listInboundOf: [[project]],
      listInboundFrom: [[address(7), undefined, 20]],
      forgetReplyAddresses: [
        ['account_id', account],
        ['subject_id', project],
      ],
    }),
    ...callsOf('bounces', bounces, {
      insertBouncedAddress: [[newRow(rows.bounced_addresses)]],
      listBouncedAddresses: [[100]],
      countBouncedAddresses: [[]],
      findBouncedAddress: [[address(7)]],
      deleteBouncedAddress: [[id('6', 7)]],
      clearBouncedAddress: [[address(7)]],
      deleteBouncedBefore: [[time(10)]],
    }),
    ...callsOf('mailbox-positions', positions, {
      findMailboxState: [['studio@imap.example:993/1']],
      saveMailboxPosition: [
        ['studio@imap.example:993/1', { uidValidity: '1', lastUid: 7, waiting: [waitingMail] }],
      ],
      saveMailboxFault: [
        ['studio@imap.example:993/1', { step: 'read', message: 'Server error', since: time(1) }],
      ],
      clearMailboxFault: [['studio@imap.example:993/1']],
    }),
  ],
} satisfies NounSamples<{ inboundMailId: string; bouncedAddressId: string }>;
