import * as requestFiles from '../../src/features/requests/request-files.repository.ts';
import * as requests from '../../src/features/requests/requests.repository.ts';
import * as waitingRequests from '../../src/features/requests/waiting-requests.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestUser } from '../harness/test-app.ts';
import { formWith } from './files.ts';
import { callsOf, type NounSamples, newRow, type ProjectSubject } from './noun-samples.ts';
import {
  sampleAccount as account,
  id,
  isWaiting,
  MANY,
  partedProject,
  sampleProject as project,
  sampleProjects as projects,
  type SeedRows,
  time,
  words,
} from './values.ts';

const rows = {
  requests: [
    MANY,
    (n) => ({
      id: id('0', 10_000 + n),
      project_id: id('b', partedProject(n)),
      milestone_id: n % 2 === 0 ? id('1', n) : null,
      template: null,
      client_key: id('0', 10_000 + n),
      title: words(n),
      instructions: '',
      due: isWaiting(n) ? '2026-02-01' : '2027-02-01',
      status: isWaiting(n) ? 'answered' : n % 20 === 7 ? 'open' : 'accepted',
      status_at: time(n),
      asked_at: time(n),
      revision: 1,
    }),
  ],
  request_answers: [
    MANY,
    (n) => ({
      id: id('0', 20_000 + n),
      request_id: id('0', 10_000 + n),
      body: words(n),
      account_id: id('a', partedProject(n)),
      author_name: `Client ${n}`,
      client_key: id('0', 20_000 + n),
      reason: null,
      by_mail_link: 0,
      created_at: time(n),
    }),
  ],
  request_files: [
    MANY - 1,
    (n) => ({
      id: id('0', 30_000 + n),
      project_id: id('b', partedProject(n)),
      request_id: id('0', 10_000 + n),
      answer_id: isWaiting(n) ? null : id('0', 20_000 + n),
      position: 0,
      stored_key: id('4', n),
      account_id: id('a', partedProject(n)),
      name: 'a.txt',
      size: 2,
      type: 'text/plain',
      client_key: id('0', 30_000 + n),
      created_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

/** A request of a project, with an answer of its client's if it is answered. */
export async function makeRequest(
  db: Db,
  { projectId, status, client }: { projectId: string; status: 'open' | 'answered'; client: TestUser },
): Promise<string> {
  const requestId = newId();
  const own = { id: requestId, client_key: requestId, project_id: projectId, milestone_id: null, status };
  const request = { ...newRow(rows.requests), ...own, title: 'The logo', due: null };
  await db.insertInto('requests').values(request).execute();
  if (status === 'answered') {
    const answer = { ...newRow(rows.request_answers), id: newId(), request_id: requestId };
    await db
      .insertInto('request_answers')
      .values({ ...answer, account_id: client.id, author_name: client.email })
      .execute();
  }
  return requestId;
}

/** A client's file for an answer that isn't sent yet; no store has its bytes. */
export async function makeAnswerFile(
  db: Db,
  { projectId, requestId, client }: { projectId: string; requestId: string; client: TestUser },
): Promise<string> {
  const [fileId, key] = [newId(), newId()];
  const facts = { name: 'a.png', size: 2, type: 'image/png', created_at: time(1) };
  await db
    .insertInto('stored_files')
    .values({ ...facts, key, sha256: '0'.repeat(64), drop_at: null })
    .execute();
  await db
    .insertInto('request_files')
    .values({
      ...facts,
      id: fileId,
      project_id: projectId,
      request_id: requestId,
      answer_id: null,
      position: 0,
      stored_key: key,
      account_id: client.id,
      client_key: null,
    })
    .execute();
  return fileId;
}

/** Samples of what clients are asked to bring. */
export const requestSamples = {
  rows,
  calls: {
    listRequests: ({ projectId }) => ({ params: { id: projectId } }),
    answerRequest: ({ projectId, requestId, answerFileId }) => ({
      params: { id: projectId, requestId },
      body: { body: 'Here it is.', files: [answerFileId], key: requestId, revision: 1 },
    }),
    uploadAnswerFile: ({ projectId, requestId }) => ({
      params: { id: projectId, requestId },
      body: formWith('logo.svg', '<svg></svg>'),
    }),
    deleteAnswerFile: ({ projectId, requestId, answerFileId }) => ({
      params: { id: projectId, requestId, answerFileId },
    }),
    listRequestsAsStudio: ({ projectId }) => ({ params: { id: projectId } }),
    sendRequests: ({ projectId }) => ({
      params: { id: projectId },
      body: { items: [{ key: projectId, title: 'The logo', due: '2030-01-31' }] },
    }),
    changeRequest: ({ projectId, requestId }) => ({
      params: { id: projectId, requestId },
      body: { title: 'The logo', instructions: 'An SVG.', due: null, milestoneId: null, revision: 1 },
    }),
    acceptAnswer: ({ projectId, answeredId }) => ({
      params: { id: projectId, requestId: answeredId },
      body: { revision: 1 },
    }),
    askAgain: ({ projectId, answeredId }) => ({
      params: { id: projectId, requestId: answeredId },
      body: { reason: 'Larger, please.', revision: 1 },
    }),
    withdrawRequest: ({ projectId, requestId }) => ({
      params: { id: projectId, requestId },
      body: { revision: 1 },
    }),
  },
  queries: [
    ...callsOf('requests', requests, {
      listRequests: [[project]],
      findRequest: [[project, id('0', 10_007)]],
      insertRequest: [[newRow(rows.requests)]],
      updateRequest: [[newRow(rows.requests, 7), { title: 'Other' }]],
      listAnswers: [[[id('0', 10_007), id('0', 10_008)]]],
      insertAnswer: [[{ ...newRow(rows.request_answers), request_id: id('0', 10_007) }]],
      setAnswerReason: [[id('0', 20_007), 'Larger, please.']],
      listProjectsOfAnswerer: [[account]],
      forgetAnswerer: [[account, 'Former client']],
      listAnsweredRequests: [[20]],
    }),
    ...callsOf('waiting-requests', waitingRequests, {
      listWaitingRequests: [
        [{ from: '2026-01-20', until: '2026-03-01' }, 20],
        [{ from: '2026-01-20', until: '2028-03-01', after: { at: '2027-02-01', id: id('0', 10_020) } }, 20],
      ],
      listUndatedRequests: [
        [{ from: time(10), until: time(900) }, 20],
        [{ from: time(10), until: time(900), after: { at: time(20), id: id('0', 10_020) } }, 20],
      ],
      findWaitingRequest: [[project, id('0', 10_007)]],
      listOpenRequestsOf: [[projects]],
    }),
    ...callsOf('request-files', requestFiles, {
      listFilesOfAnswers: [[[id('0', 20_007), id('0', 20_008)]]],
      findRequestFileByKey: [[{ requestId: id('0', 10_007), accountId: account, key: id('0', 30_007) }]],
      listUnsentAnswerFiles: [[project, account]],
      insertRequestFile: [
        [
          {
            ...newRow(rows.request_files),
            request_id: id('0', 10_007),
            answer_id: null,
            stored_key: id('4', MANY),
          },
        ],
      ],
      giveToAnswer: [[id('0', 30_200), { answerId: id('0', 20_200), position: 1 }]],
      deleteRequestFile: [[id('0', 30_007)]],
      deleteUnsentAnswerFilesBefore: [[time(300)]],
      deleteUnsentAnswerFilesOf: [[account]],
      listRequestFileKeys: [[project]],
      measureRequestFiles: [[project]],
      measureRequestFilesOf: [[account]],
    }),
  ],
} satisfies NounSamples<
  ProjectSubject & {
    /** An open request of the project, and one that is answered. */
    requestId: string;
    answeredId: string;
    /** The client's file for the open one, which no answer has. */
    answerFileId: string;
  }
>;
