import { countSearch } from '../../src/core/lists/search.repository.ts';
import * as enquiries from '../../src/features/enquiries/enquiries.repository.ts';
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
      invited_at: null,
      created_at: time(n),
      updated_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

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
  },
  queries: [
    ...callsOf('enquiries', enquiries, {
      insertEnquiry: [[newRow(rows.enquiries)]],
      lockEnquiry: [[enquiry]],
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
      listEnquiriesFrom: [[address(7), undefined, 20]],
    }),
  ],
} satisfies NounSamples<{ enquiryId: string }>;
