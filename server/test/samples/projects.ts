import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { MONTHLY_METRICS } from '@atelier/domain/projects/rules.ts';
import * as listCounts from '../../src/core/lists/list-counts.repository.ts';
import * as search from '../../src/core/lists/search.repository.ts';
import * as monthlyFigures from '../../src/core/metrics/monthly-metrics.repository.ts';
import * as projects from '../../src/core/projects/projects.repository.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { transaction } from '../../src/platform/db/transaction.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import {
  sampleAccount as account,
  address,
  id,
  MANY,
  firstPage as page,
  sampleProject as project,
  type SeedRows,
  time,
  words,
} from './values.ts';

export const sampleBrief = {
  ...emptyBrief('Europe/London'),
  company: 'Acme',
  contact: 'Ada Sample',
  email: 'ada@acme.example',
  timelineConfidence: 'firm',
  contentReadiness: 'ready',
} as const;

const everything = { status: undefined, search: undefined };
const firstMoment = { now: () => new Date(time(1)), elapsed: systemClock.elapsed };

const rows = {
  projects: [
    MANY,
    (n) => ({
      id: id('b', n),
      user_id: id('a', ((n - 1) % (MANY / 2)) + 1),
      email: address(n),
      status: n > MANY - 100 ? 'archived' : n <= MANY / 2 && n % 10 === 0 ? 'draft' : 'submitted',
      step: 7,
      revision: 1,
      data: JSON.stringify({ company: `Company ${n}`, goals: 'A website. '.repeat(20) }),
      final: null,
      estimate: null,
      company: `Company ${n}`,
      domain: '',
      feature_count: 3,
      kind: 'web',
      title: n % 5 === 0 ? `Project ${n}` : null,
      search_text: words(n),
      created_at: time(n),
      updated_at: time(n),
      submitted_at: time(n),
    }),
  ],
  monthly_figures: [
    MONTHLY_METRICS.length * 24,
    (n) => {
      const month = Math.floor((n - 1) / MONTHLY_METRICS.length);
      const name = MONTHLY_METRICS[(n - 1) % MONTHLY_METRICS.length] ?? 'enquiries';
      return {
        month: `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
        name,
        value: n,
      };
    },
  ],
  list_counts: [6, (n) => ({ name: n === 1 ? 'accounts' : `projects.${n}`, count: n })],
} satisfies Partial<SeedRows>;

/** Samples of projects, their onboarding and their metrics. */
export const projectSamples = {
  rows,
  calls: {
    exportProjects: () => ({}),
    getMyOnboarding: () => ({}),
    saveOnboarding: () => ({ body: { step: 2, data: { company: 'Acme' } } }),
    submitOnboarding: () => ({ body: { final: { ...sampleBrief, goals: 'Another one' } } }),
    deleteDraft: () => ({}),
    listMyProjects: () => ({ query: { status: 'submitted', page: 1, limit: 1 } }),
    getPortalProject: ({ projectId }) => ({ params: { id: projectId } }),
    renameProject: ({ projectId }) => ({ params: { id: projectId }, body: { title: 'Spring campaign' } }),
    deleteOwnProject: ({ projectId }) => ({ params: { id: projectId } }),
    getOverview: () => ({}),
    getBoard: () => ({}),
    listProjects: () => ({ query: { page: 1, limit: 5, q: 'a', status: 'submitted' } }),
    getProject: ({ projectId }) => ({ params: { id: projectId } }),
    archiveProject: ({ projectId }) => ({ params: { id: projectId } }),
    restoreProject: ({ projectId }) => ({ params: { id: projectId } }),
    listWaiting: ({ projectId }) => ({ query: { projects: projectId } }),
    deleteProject: ({ projectId }) => ({ params: { id: projectId } }),
  },
  queries: [
    ...callsOf('projects', projects, {
      findProject: [[project]],
      findProjectFacts: [[project]],
      listBriefs: [[[project, id('b', 8)]]],
      listProjectsById: [[[project, id('b', 8)]]],
      lockProjectFacts: [[project]],
      listNewestFacts: [['submitted', 200]],
      findProjectName: [[project]],
      lockProject: [[project]],
      lockOwnProject: [[project, account]],
      lockDraft: [[account]],
      findDraft: [[account]],
      findNewestProject: [[account]],
      findNewestSubmission: [[account]],
      insertProject: [[newRow(rows.projects)]],
      markUpdated: [[project, time(1)]],
      updateProject: [[project, { step: 3, updated_at: time(1) }]],
      deleteProject: [[project]],
      listProjectsOf: [
        [account, { ...page, status: undefined }],
        [account, { ...page, status: 'submitted' }],
      ],
      countProjectsOf: [
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
      listDraftsChanged: [
        [{ from: time(10), until: time(900) }, 20],
        [{ from: time(10), until: time(900), after: { at: time(20), id: id('b', 20) } }, 20],
      ],
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
        (db) =>
          transaction(db, async (trx) => monthlyFigures.addToMetrics(trx, firstMoment, { enquiries: 1 })),
      ],
      readMetrics: [[firstMoment, 12]],
    }),
  ],
} satisfies NounSamples;
