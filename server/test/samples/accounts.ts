import * as access from '../../src/core/access/access.repository.ts';
import * as accounts from '../../src/core/accounts/accounts.repository.ts';
import * as clashing from '../../src/core/accounts/clashing-addresses.repository.ts';
import * as adminActions from '../../src/core/audit/admin-actions.repository.ts';
import * as search from '../../src/core/lists/search.repository.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import {
  sampleAccount as account,
  address,
  id,
  MANY,
  firstPage as page,
  partedProject,
  sampleProject as project,
  type SeedRows,
  time,
  words,
} from './values.ts';

const rows = {
  accounts: [
    MANY,
    (n) => ({
      id: id('a', n),
      email: address(n),
      username: `client${n}`,
      username_key: `client${n}`,
      role: n <= 3 ? 'admin' : 'client',
      subscription_status: 'none',
      search_text: words(n),
      disabled_at: null,
      created_at: time(n),
      updated_at: time(n),
    }),
  ],
  admin_actions: [
    MANY,
    (n) => ({
      id: id('9', n),
      action: 'POST /admin/ping',
      account_id: id('a', (n % 3) + 1),
      email: address((n % 3) + 1),
      actor_name: 'Alex',
      subject_kind: 'project',
      subject_id: id('b', partedProject(n)),
      subject_title: `Company ${n}`,
      item_kind: null,
      item_id: null,
      item_title: null,
      detail: '{}',
      outcome: 'done',
      refusal: null,
      address: '192.0.2.1',
      user_agent: null,
      created_at: time(n),
    }),
  ],
  clashing_addresses: [
    2,
    (n) => ({
      list: 'accounts' as const,
      row_id: id('a', n),
      email: `client${n}@client.example`,
      becomes: `other${n}@client.example`,
    }),
  ],
} satisfies Partial<SeedRows>;

/** Samples of accounts and of the admins' audit. */
export const accountSamples = {
  rows,
  calls: {
    getMe: () => ({}),
    checkUsername: () => ({ query: { u: 'somebody' } }),
    updateProfile: ({ enquiryId }) => ({ body: { username: `ada_${enquiryId.slice(-12)}` } }),
    syncEmail: () => ({}),
    exportMyData: () => ({}),
    deleteMyAccount: () => ({}),
    listMySessions: () => ({}),
    endMySession: ({ enquiryId }) => ({ params: { sessionId: enquiryId } }),
    listUsers: () => ({ query: { page: 1, limit: 5, q: 'a' } }),
    exportUsers: () => ({ query: { q: 'a' } }),
    getUser: ({ clientId }) => ({ params: { id: clientId } }),
    changeUser: ({ clientId }) => ({ params: { id: clientId }, body: { subscriptionStatus: 'active' } }),
    disableUser: ({ spareId }) => ({ params: { id: spareId } }),
    enableUser: ({ clientId }) => ({ params: { id: clientId } }),
    signUserOut: ({ spareId }) => ({ params: { id: spareId } }),
    listAdminActions: () => ({ query: { limit: 5 } }),
    removeSecondFactor: ({ spareId }) => ({ params: { id: spareId } }),
    pingAdmin: () => ({}),
  },
  queries: [
    ...callsOf('clashing-addresses', clashing, { listClashingAddresses: [[]] }),
    ...callsOf('accounts', accounts, {
      findAccount: [[account]],
      findAccountByEmail: [['client7@client.example']],
      findAdminByEmail: [['client7@client.example']],
      findAccounts: [[[account, id('a', 8)]]],
      lockAccount: [[account]],
      findAccountByUsername: [['client7']],
      insertAccountIfNew: [[newRow(rows.accounts)]],
      updateUsername: [[newRow(rows.accounts, 7), 'ada', time(1)]],
      updateEmail: [[newRow(rows.accounts, 7), 'ada@client.example', time(1)]],
      updateRole: [[account, 'admin', time(1)]],
      deleteAccount: [[id('a', 9_000)]],
      updateAccount: [[account, { subscription_status: 'active', updated_at: time(1) }]],
      lockAccountAndAdmins: [[account]],
      lockAccounts: [[[account, id('a', 9)]]],
      hasAdmin: [[]],
      listAdminEmails: [[5]],
      listAccounts: [
        [{ ...page, search: undefined }],
        async (db) => {
          const found = await search.countSearch(db, { list: 'accounts', asked: 'client77 ' });
          return accounts.listAccounts(db, { ...page, search: found });
        },
      ],
    }),
    ...callsOf('access', access, {
      findCallerRecords: [
        [account, project],
        [account, undefined],
      ],
    }),
    ...callsOf('admin-actions', adminActions, {
      insertAdminAction: [[newRow(rows.admin_actions)]],
      endAdminAction: [[id('9', 7), { outcome: 'done' }]],
      deleteAdminActionsUntil: [[time(10)]],
      listAdminActions: [
        [{ limit: 20 }],
        [{ limit: 20, before: id('9', 2_000) }],
        [{ limit: 20, subject: project }],
        [{ limit: 20, by: account }],
      ],
    }),
  ],
} satisfies NounSamples<{ clientId: string; spareId: string; enquiryId: string }>;
