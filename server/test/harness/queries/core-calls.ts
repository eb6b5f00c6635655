import * as accounts from '../../../src/core/accounts/accounts.repository.ts';
import * as adminActions from '../../../src/core/audit/admin-actions.repository.ts';
import * as listCounts from '../../../src/core/lists/list-counts.repository.ts';
import * as readList from '../../../src/core/lists/read-list.repository.ts';
import * as search from '../../../src/core/lists/search.repository.ts';
import * as monthlyFigures from '../../../src/core/metrics/monthly-metrics.repository.ts';
import * as projects from '../../../src/core/projects/projects.repository.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { transaction } from '../../../src/platform/db/transaction.ts';
import { callsOf, newRow } from './sample.ts';
import { id, time } from './seed-values.ts';

const [account, project] = [id('a', 7), id('b', 7)];
const page = { limit: 20, offset: 0 };
const everything = { status: undefined, search: undefined };
const firstMoment = { now: () => new Date(time(1)), elapsed: systemClock.elapsed };

export const coreCalls = [
  ...callsOf('accounts', accounts, {
    findAccount: [[account]],
    lockAccount: [[account]],
    findAccountByUsername: [['client7']],
    insertAccountIfNew: [[newRow('accounts')]],
    updateUsername: [[newRow('accounts', 7), 'ada', time(1)]],
    updateEmail: [[newRow('accounts', 7), 'ada@client.example', time(1)]],
    updateRole: [[account, 'admin', time(1)]],
    deleteAccount: [[id('a', 9_000)]],
    updateAccount: [[account, { subscription_status: 'active', updated_at: time(1) }]],
    lockAccountAndAdmins: [[account]],
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
  ...callsOf('projects', projects, {
    findProject: [[project]],
    findProjectOwner: [[project]],
    findProjectFacts: [[project]],
    lockProjectFacts: [[project]],
    listNewestFacts: [['submitted', 200]],
    findProjectName: [[project]],
    lockProject: [[project]],
    lockOwnProject: [[project, account]],
    lockDraft: [[account]],
    findDraft: [[account]],
    findNewestProject: [[account]],
    findNewestSubmission: [[account]],
    insertProject: [[newRow('projects')]],
    updateProject: [[project, { step: 3, updated_at: time(1) }]],
    deleteProject: [[project]],
    listOwnProjects: [
      [account, { ...page, status: undefined }],
      [account, { ...page, status: 'submitted' }],
    ],
    countOwnProjects: [
      [account, undefined],
      [account, 'submitted'],
    ],
    lockOwnProjects: [[account]],
    listOwnProjectIds: [[account]],
    listOwnProjectsAfter: [[account, undefined, 20]],
    listProjects: [
      [{ ...page, ...everything, sort: 'updated' }],
      [{ ...page, ...everything, sort: 'submitted' }],
      [{ ...page, ...everything, sort: 'company' }],
      [{ ...page, status: 'archived', search: undefined, sort: 'updated' }],
      [{ ...page, status: 'archived', search: undefined, sort: 'submitted' }],
      [{ ...page, status: 'archived', search: undefined, sort: 'company' }],
      async (db) => {
        const found = await search.countSearch(db, { list: 'projects', asked: 'client77 ' });
        return projects.listProjects(db, { ...page, status: undefined, sort: 'updated', search: found });
      },
      async (db) => {
        const found = await search.countSearch(db, { list: 'projects', asked: 'website' });
        return projects.listProjects(db, { ...page, status: undefined, sort: 'updated', search: found });
      },
    ],
    listDraftsChangedBefore: [[time(1_000), 20]],
  }),
  ...callsOf('search', search, {
    countSearch: [
      [{ list: 'projects', asked: 'client77 ' }],
      [{ list: 'projects', asked: 'client77 ', status: 'submitted' }],
      [{ list: 'projects', asked: 'cl' }],
      [{ list: 'projects', asked: 'cl', status: 'submitted' }],
      [{ list: 'accounts', asked: 'client77 ' }],
      [{ list: 'enquiries', asked: 'client77 ' }],
      [{ list: 'enquiries', asked: 'client77 ', status: 'new' }],
    ],
  }),
  ...callsOf('read-list', readList, {
    readList: [
      ['enquiries', {}],
      ['enquiries', { status: 'new' }],
      ['projects', { q: 'client77 ' }],
    ],
  }),
  ...callsOf('list-counts', listCounts, {
    adjustListCounts: [
      (db) => transaction(db, async (trx) => listCounts.adjustListCounts(trx, { accounts: 1 })),
    ],
    readListCount: [[['projects.draft', 'projects.submitted']]],
  }),
  ...callsOf('monthly-metrics', monthlyFigures, {
    addToMetrics: [
      (db) => transaction(db, async (trx) => monthlyFigures.addToMetrics(trx, firstMoment, { enquiries: 1 })),
    ],
    readMetrics: [[firstMoment, 12]],
  }),
  ...callsOf('admin-actions', adminActions, {
    insertAdminAction: [[newRow('admin_actions')]],
    endAdminAction: [[id('9', 7), { outcome: 'done' }]],
    deleteAdminActionsUntil: [[time(10)]],
    listAdminActions: [
      [{ limit: 20 }],
      [{ limit: 20, before: id('9', 2_000) }],
      [{ limit: 20, subject: project }],
      [{ limit: 20, by: account }],
    ],
  }),
];
