import * as messages from '../../src/features/messages/messages.repository.ts';
import * as unanswered from '../../src/features/messages/unanswered.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestUser } from '../harness/test-app.ts';
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

const reader = { accountId: account, role: 'client' } as const;

const rows = {
  messages: [
    MANY,
    (n) => ({
      id: id('d', n),
      project_id: id('b', partedProject(n)),
      author_id: id('a', partedProject(n)),
      author_role: n % 3 === 0 ? 'owner' : 'client',
      author_name: `Client ${n}`,
      author_email: '',
      body: words(n),
      client_key: n % 2 === 0 ? id('d', n) : null,
      created_at: time(n),
    }),
  ],
  message_reads: [
    MANY,
    (n) => ({
      project_id: id('b', partedProject(n)),
      account_id: id('a', n),
      reader_role: n % 3 === 0 ? 'owner' : 'client',
      up_to: id('d', n),
      read_at: time(n),
    }),
  ],
  unanswered_threads: [
    MANY,
    (n) => ({ project_id: id('b', n), since: time(n), is_settled: isWaiting(n) ? 0 : 1 }),
  ],
} satisfies Partial<SeedRows>;

/** A client's last message. */
export async function makeMessage(db: Db, projectId: string, client: TestUser): Promise<string> {
  const [id, created_at] = [newId(), new Date(0).toISOString()];
  const author = {
    author_id: client.id,
    author_role: 'client',
    author_name: '',
    author_email: client.email,
  } as const;
  await db
    .insertInto('messages')
    .values({ ...author, id, project_id: projectId, body: 'Thank you!', client_key: null, created_at })
    .execute();
  await db
    .insertInto('unanswered_threads')
    .values({ project_id: projectId, since: created_at, is_settled: 0 })
    .execute();
  return id;
}

/** Samples of messages. */
export const messageSamples = {
  rows,
  calls: {
    listMessages: ({ projectId }) => ({ params: { id: projectId }, query: { limit: 5 } }),
    sendMessage: ({ projectId }) => ({ params: { id: projectId }, body: { body: 'Hello', key: projectId } }),
    markMessagesRead: ({ projectId }) => ({ params: { id: projectId }, body: { upTo: projectId } }),
    countUnread: ({ projectId }) => ({ query: { projects: projectId } }),
    listMessagesAsStudio: ({ projectId }) => ({ params: { id: projectId }, query: { limit: 5 } }),
    sendMessageAsStudio: ({ projectId }) => ({
      params: { id: projectId },
      body: { body: 'Hello', key: projectId },
    }),
    markMessagesReadAsStudio: ({ projectId }) => ({ params: { id: projectId }, body: { upTo: projectId } }),
    noteAnswer: ({ projectId, messageId }) => ({
      params: { id: projectId },
      body: { answer: 'not_needed', upTo: messageId },
    }),
    countUnreadAsStudio: ({ projectId }) => ({ query: { projects: projectId } }),
  },
  queries: [
    ...callsOf('messages', messages, {
      listMessages: [
        [project, { before: undefined, limit: 20 }],
        [project, { before: id('d', 3_000), limit: 20 }],
      ],
      listMessagesById: [[project, [id('d', 7)]]],
      isMessageRead: [[project, 'client', id('d', 7)]],
      findBeforeSending: [[{ projectId: project, authorId: account, key: id('d', 8) }]],
      findNewestMessageId: [[project]],
      insertMessage: [[newRow(rows.messages)]],
      findReadMark: [[project, reader]],
      moveReadMark: [[newRow(rows.message_reads, 7)]],
      countUnread: [[projects, reader]],
      keepOwnProjects: [[projects, account]],
      forgetAuthor: [[account, 'Former client']],
    }),
    ...callsOf('unanswered', unanswered, {
      noteUnanswered: [[project, time(1)]],
      noteAnswered: [[project]],
      findAnswerState: [[project]],
      setAnswerState: [[project, 'not_needed']],
      listUnanswered: [[20]],
    }),
  ],
} satisfies NounSamples<ProjectSubject & { messageId: string }>;
