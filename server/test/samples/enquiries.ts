import { countSearch } from '../../src/core/lists/search.repository.ts';
import * as enquiries from '../../src/features/enquiries/enquiries.repository.ts';
import * as enquiryFiles from '../../src/features/enquiries/enquiry-files.repository.ts';
import * as enquiryMessages from '../../src/features/enquiries/enquiry-messages.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { formWith } from './files.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import { address, id, isWaiting, MANY, firstPage as page, type SeedRows, time, words } from './values.ts';

export const sampleEnquiry = {
  name: 'Ada',
  email: 'ada@visitor.example',
  phone: '',
  message: 'I need a website.',
};
const enquiry = id('c', 7);

const rows = {
  enquiries: [
    MANY,
    (n) => ({
      id: id('c', n),
      name: `Client ${n}`,
      email: address(n),
      phone: '',
      subject: '',
      message: words(n),
      source: 'contact-lite',
      status: isWaiting(n) ? 'new' : n % 3 === 0 ? 'read' : 'archived',
      ip: '192.0.2.1',
      user_agent: '',
      referer: '',
      search_text: words(n),
      invited_at: n % 5 === 0 ? time(n) : null,
      replied_at: null,
      answered_at: null,
      notice_due_at: n % 500 === 0 ? time(n) : null,
      created_at: time(n),
      updated_at: time(n),
    }),
  ],
  enquiry_messages: [
    MANY,
    (n) => ({
      id: id('0', 40_000 + n),
      enquiry_id: id('c', n),
      side: n % 2 === 0 ? 'studio' : 'visitor',
      body: words(n),
      client_key: id('0', 40_000 + n),
      mail_id: `<${n}@visitor.example>`,
      by_mail: n % 2 === 0 ? null : 'proven',
      folded: null,
      created_at: time(n),
    }),
  ],
  enquiry_files: [
    MANY - 1,
    (n) => ({
      id: id('0', 50_000 + n),
      enquiry_id: id('c', n),
      message_id: isWaiting(n) ? null : id('0', 40_000 + n),
      position: 0,
      stored_key: id('4', n),
      account_id: n % 2 === 0 ? id('a', n) : '',
      name: 'a.txt',
      size: 2,
      type: 'text/plain',
      client_key: id('0', 50_000 + n),
      created_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

/** A file of the studio's for a reply that isn't sent yet; no store has its bytes. */
export async function makeReplyFile(db: Db, enquiryId: string): Promise<string> {
  const [fileId, key] = [newId(), newId()];
  const facts = { name: 'a.png', size: 2, type: 'image/png', created_at: time(1) };
  await db
    .insertInto('stored_files')
    .values({ ...facts, key, sha256: '0'.repeat(64), drop_at: null })
    .execute();
  await db
    .insertInto('enquiry_files')
    .values({
      ...facts,
      id: fileId,
      enquiry_id: enquiryId,
      message_id: null,
      position: 0,
      stored_key: key,
      account_id: newId(),
      client_key: fileId,
    })
    .execute();
  return fileId;
}

/** Samples of enquiries. */
export const enquirySamples = {
  rows,
  calls: {
    exportEnquiries: () => ({ query: { status: 'new' } }),
    createEnquiry: () => ({ body: { ...sampleEnquiry, source: 'contact-lite', botfield: '' } }),
    listEnquiries: () => ({ query: { page: 1, limit: 5, q: 'a', status: 'new' } }),
    setEnquiryStatus: ({ enquiryId }) => ({ params: { id: enquiryId }, body: { status: 'read' } }),
    getEnquiry: ({ enquiryId }) => ({ params: { id: enquiryId } }),
    setEnquiryStatuses: ({ enquiryId }) => ({ body: { ids: [enquiryId], status: 'archived' } }),
    inviteEnquirer: ({ enquiryId }) => ({ params: { id: enquiryId }, body: { note: 'Gladly.' } }),
    getEnquiryThread: ({ enquiryId }) => ({ params: { id: enquiryId } }),
    replyToEnquiry: ({ enquiryId }) => ({
      params: { id: enquiryId },
      body: { body: 'Gladly.', key: enquiryId },
    }),
    uploadReplyFile: ({ enquiryId }) => ({
      params: { id: enquiryId },
      body: formWith('offer.txt', 'An offer'),
    }),
    deleteReplyFile: ({ enquiryId, replyFileId }) => ({ params: { id: enquiryId, replyFileId } }),
    deleteEnquiry: ({ enquiryId }) => ({ params: { id: enquiryId } }),
  },
  queries: [
    ...callsOf('enquiries', enquiries, {
      insertEnquiry: [[newRow(rows.enquiries)]],
      lockEnquiry: [[enquiry]],
      deleteEnquiry: [[enquiry]],
      findEnquiry: [[enquiry]],
      lockEnquiries: [[[enquiry, id('c', 8)]]],
      updateEnquiry: [[enquiry, { status: 'read', updated_at: time(1) }]],
      listEnquiries: [
        [{ ...page, status: undefined, search: undefined }],
        [{ ...page, status: 'new', search: undefined }],
        async (db) => {
          const found = await countSearch(db, { list: 'enquiries', asked: 'client400 ', status: 'new' });
          return enquiries.listEnquiries(db, { ...page, status: 'new', search: found });
        },
      ],
      lockNewestEnquiryFrom: [[address(7)]],
      isEnquiryNoticeDue: [[time(1)]],
      takeEnquiryNotices: [[]],
      listEnquiriesFrom: [[address(7), undefined, 20]],
      findNewestInvited: [[address(5)]],
    }),
    ...callsOf('enquiry messages', enquiryMessages, {
      insertEnquiryMessage: [[{ ...newRow(rows.enquiry_messages), enquiry_id: enquiry }]],
      listEnquiryMessages: [[enquiry]],
      findNewestAnswer: [[enquiry]],
      findEnquiryMessageByKey: [[enquiry, id('0', 40_007)]],
    }),
    ...callsOf('enquiry files', enquiryFiles, {
      insertEnquiryFile: [
        [{ ...newRow(rows.enquiry_files), enquiry_id: enquiry, stored_key: id('4', MANY) }],
      ],
      listEnquiryFiles: [[enquiry]],
      findEnquiryFileByKey: [[{ enquiryId: enquiry, accountId: '', key: id('0', 50_007) }]],
      measureEnquiryFiles: [[enquiry]],
      giveToEnquiryMessage: [[id('0', 50_007), { messageId: id('0', 40_007), position: 0 }]],
      deleteEnquiryFile: [[id('0', 50_007)]],
      deleteWaitingFilesBefore: [[time(2)]],
    }),
  ],
} satisfies NounSamples<{ enquiryId: string; replyFileId: string }>;
