import { expect, it } from 'vitest';
import {
  findAccount,
  findAccountByUsername,
  hasAdmin,
  listAccounts,
  listAdminEmails,
} from '../src/core/accounts/accounts.repository.ts';
import { readListCount } from '../src/core/lists/list-counts.repository.ts';
import {
  countOwnProjects,
  findDraft,
  findNewestProject,
  findNewestSubmission,
  findProjectOwner,
  listOwnProjects,
  listOwnProjectsAfter,
  listProjects,
} from '../src/core/projects/projects.repository.ts';
import { listActivity } from '../src/features/activity/activity.repository.ts';
import { deleteExpiredRows } from '../src/features/auth/expired-rows.ts';
import {
  findAcceptance,
  findContract,
  findVersion,
  listAcceptances,
  listAcceptancesBy,
  listChangeRequests,
  listContractStatuses,
  listSentKeys,
  listSentProjects,
  listVersions,
} from '../src/features/contracts/contracts.repository.ts';
import { listEnquiries, listEnquiriesFrom } from '../src/features/enquiries/enquiries.repository.ts';
import { findFile, listFiles, measureFiles } from '../src/features/files/files.repository.ts';
import { isMessageRead, listMessagesById } from '../src/features/messages/messages.repository.ts';
import {
  countPublishedMilestones,
  countReviews,
  findMilestone,
  listMilestones,
  listMilestonesByStatus,
  listMilestonesDueBefore,
  listPublishedMilestones,
} from '../src/features/milestones/milestones.repository.ts';
import {
  listDuePending,
  listPendingLike,
} from '../src/features/notifications/pending-notifications.repository.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/db/database.ts';
import { listMailsTo } from '../src/platform/mail/outbox.repository.ts';
import { listDueKeys } from '../src/platform/storage/stored-files.repository.ts';
import { createTestDatabase } from './harness/database.ts';
import { explainQueries } from './harness/query-plans.ts';

const page = { limit: 20, offset: 0 };

/** What people wait for, by what it is about. None of it may take longer the more there is of other people's. */
const paths: Record<string, (db: Db) => Promise<unknown>> = {
  'who calls': (db) => findAccount(db, 'id'),
  'a username': (db) => findAccountByUsername(db, 'ada'),
  'whether there is an admin': hasAdmin,
  'the admins’ addresses': (db) => listAdminEmails(db, 5),
  'the list of users': (db) => listAccounts(db, { ...page, search: undefined }),
  'whose project it is': (db) => findProjectOwner(db, 'id'),
  'the draft': (db) => findDraft(db, 'user'),
  'the newest project': (db) => findNewestProject(db, 'user'),
  'the newest submission': (db) => findNewestSubmission(db, 'user'),
  'own projects': (db) => listOwnProjects(db, 'user', { ...page, status: undefined }),
  'own projects, from one on': (db) => listOwnProjectsAfter(db, 'user', 'id', 20),
  'how many own projects there are': (db) => countOwnProjects(db, 'user', undefined),
  'how many own projects are submitted': (db) => countOwnProjects(db, 'user', 'submitted'),
  'every project': (db) =>
    listProjects(db, { ...page, sort: 'updated', status: undefined, search: undefined }),
  'every submitted project': (db) =>
    listProjects(db, { ...page, sort: 'updated', status: 'submitted', search: undefined }),
  'every project, last submitted first': (db) =>
    listProjects(db, { ...page, sort: 'submitted', status: undefined, search: undefined }),
  'every archived project, last submitted first': (db) =>
    listProjects(db, { ...page, sort: 'submitted', status: 'archived', search: undefined }),
  'every project by name': (db) =>
    listProjects(db, { ...page, sort: 'company', status: undefined, search: undefined }),
  'every submitted project by name': (db) =>
    listProjects(db, { ...page, sort: 'company', status: 'submitted', search: undefined }),
  'where contracts stand': (db) => listContractStatuses(db, ['a', 'b']),
  'where plans stand': (db) => countPublishedMilestones(db, ['a', 'b']),
  'the inbox': (db) => listEnquiries(db, { ...page, status: undefined, search: undefined }),
  'the new ones in the inbox': (db) => listEnquiries(db, { ...page, status: 'new', search: undefined }),
  'a project’s activity': (db) => listActivity(db, { projectId: 'p', before: undefined, limit: 20 }),
  'the part of it that is the client’s': (db) =>
    listActivity(db, { projectId: 'p', before: 'id', limit: 20, studioOnly: false }),
  'the milestones of a project': (db) => listMilestones(db, 'project'),
  'the milestones that its client sees': (db) => listPublishedMilestones(db, 'project'),
  'what waits for a client’s review': (db) => countReviews(db, ['project'], 'user'),
  'whose contract waits for them': (db) => listSentProjects(db, ['project'], 'user'),
  'what is overdue and was started': (db) => listMilestonesDueBefore(db, 'in_progress', '2026-03-02', 6),
  'what is overdue under an accepted contract': (db) =>
    listMilestonesDueBefore(db, 'pending', '2026-03-02', 6),
  'what is in review': (db) => listMilestonesByStatus(db, 'in_review', 6),
  'a milestone': (db) => findMilestone(db, 'project', 'id'),
  'what was sent with an address': (db) => listEnquiriesFrom(db, 'ada@client.example', 'id', 20),
  'the mails to an address': (db) => listMailsTo(db, 'ada@client.example', 'id', 20),
  'the files of a project': (db) => listFiles(db, 'project'),
  'one file': (db) => findFile(db, 'project', 'file'),
  'how large a project is': (db) => measureFiles(db, 'project'),
  'files to be removed': (db) => listDueKeys(db, '2026', 10),
  'the notifications that are due': (db) => listDuePending(db, { now: '2026', latest: '2027' }, 20),
  'those of one kind in a project': (db) =>
    listPendingLike(db, { project_id: 'p', side: 'client', kind: 'message' }, 20),
  'whether a message was read': (db) => isMessageRead(db, 'p', 'client', 'id'),
  'some messages': (db) => listMessagesById(db, 'p', ['id']),
  'a contract': (db) => findContract(db, 'project'),
  'the versions of a contract': (db) => listVersions(db, 'project', 100),
  'a version of a contract': (db) => findVersion(db, 'project', 1),
  'what was sent': (db) => listSentKeys(db, 'project'),
  'what was asked to be changed': (db) => listChangeRequests(db, 'project', 200),
  'every version of a contract': (db) => listVersions(db, 'project'),
  'what somebody has accepted': (db) => listAcceptancesBy(db, 'account'),
  'everything that was accepted': (db) => listAcceptances(db, { before: 'id', limit: 50 }),
  'who accepted': (db) => findAcceptance(db, 'project'),
  'how many there are': (db) => readListCount(db, ['projects.draft', 'projects.submitted']),
};

it.each(Object.entries(paths))('%s is found by an index and comes in order', async (_name, work) => {
  await using database = await createTestDatabase('sqlite');
  const plans = await explainQueries(database.db, work);
  expect(plans.length).toBeGreaterThan(0);
  for (const { sql, steps } of plans) {
    // Either straight to the rows, or along an index until the page is full.
    const straight = steps.every((step) => /^SEARCH .* USING .*(INDEX|PRIMARY KEY)/.test(step));
    const along =
      steps.length === 1 && /^SCAN .* USING (COVERING )?INDEX/.test(steps[0] ?? '') && / limit /.test(sql);
    expect([sql, steps, straight || along]).toEqual([sql, steps, true]);
  }
});

it('finds expired presses of links by an index', async () => {
  await using database = await createTestDatabase('sqlite');
  const plans = await explainQueries(database.db, (db) => deleteExpiredRows({ db, clock: systemClock }));
  const [plan, ...others] = plans.filter(({ sql }) => sql.includes('"auth_link_presses"'));
  expect([plan?.steps.join(), others]).toEqual([expect.stringMatching(/^SEARCH .* INDEX /), []]);
});

it('reads a client’s own rows and nobody else’s to count them', async () => {
  await using database = await createTestDatabase('sqlite');
  for (const status of [undefined, 'submitted'] as const) {
    const [plan] = await explainQueries(database.db, (db) => countOwnProjects(db, 'user', status));
    expect(plan?.steps.join()).toMatch(/\(user_id=\?/);
  }
});
