import * as messageFiles from '../../src/features/messages/message-files.repository.ts';
import * as messages from '../../src/features/messages/messages.repository.ts';
import * as unanswered from '../../src/features/messages/unanswered.repository.ts';
import * as waitingMessages from '../../src/features/messages/waiting-messages.repository.ts';
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
      reply_to: n % 10 === 0 ? id('d', n - 1) : null,
      edited_at: null,
      deleted_at: n % 100 === 0 ? time(n) : null,
      is_record: 0,
      by_mail: n % 10 === 0 ? 'proven' : null,
      folded: n % 50 === 3 ? 'Quoted' : null,
    }),
  ],
  message_files: [
    MANY - 1,
    (n) => ({
      id: id('8', n),
      project_id: id('b', partedProject(n)),
      message_id: isWaiting(n) ? null : id('d', n),
      position: 0,
      stored_key: id('4', n),
      side: n % 3 === 0 ? 'studio' : 'client',
      account_id: id('a', partedProject(n)),
      name: 'a.txt',
      size: 2,
      type: 'text/plain',
      client_key: id('8', n),
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
    (n) => ({
      project_id: id('b', n),
      since: time(n),
      is_settled: isWaiting(n) ? 0 : 1,
      settled_up_to: null,
    }),
  ],
} satisfies Partial<SeedRows>;

/** A client's last message, as old as its project. */
export async function makeMessage(db: Db, projectId: string, client: TestUser): Promise<string> {
  const id = newId();
  const { created_at } = await db
    .selectFrom('projects')
    .select('created_at')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const author = {
    author_id: client.id,
    author_role: 'client',
    author_name: '',
    author_email: client.email,
  } as const;
  await db
    .insertInto('messages')
    .values({
      ...newRow(rows.messages),
      ...author,
      id,
      project_id: projectId,
      body: 'Thank you!',
      client_key: null,
      created_at,
    })
    .execute();
  await db
    .insertInto('unanswered_threads')
    .values({ project_id: projectId, since: created_at, is_settled: 0 })
    .execute();
  return id;
}

/** A client's file for a message that isn't sent yet; no store has its bytes. */
export async function makeAttachment(db: Db, projectId: string, client: TestUser): Promise<string> {
  const [id, key] = [newId(), newId()];
  const facts = { name: 'a.png', size: 2, type: 'image/png', created_at: time(1) };
  await db
    .insertInto('stored_files')
    .values({ ...facts, key, sha256: '0'.repeat(64), drop_at: null })
    .execute();
  await db
    .insertInto('message_files')
    .values({
      ...facts,
      id,
      project_id: projectId,
      message_id: null,
      position: 0,
      stored_key: key,
      side: 'client',
      account_id: client.id,
      client_key: null,
    })
    .execute();
  return id;
}

/** Samples of messages. */
export const messageSamples = {
  rows,
  calls: {
    listMessages: ({ projectId }) => ({ params: { id: projectId }, query: { limit: 5 } }),
    sendMessage: ({ projectId }) => ({ params: { id: projectId }, body: { body: 'Hello', key: projectId } }),
    attachFile: ({ projectId }) => ({ params: { id: projectId }, body: formWith('a.txt', 'A.') }),
    attachFileAsStudio: ({ projectId }) => ({ params: { id: projectId }, body: formWith('a.txt', 'A.') }),
    deleteAttachment: ({ projectId, attachmentId }) => ({ params: { id: projectId, attachmentId } }),
    editMessage: ({ projectId, messageId }) => ({
      params: { id: projectId, messageId },
      body: { body: 'Thanks a lot!' },
    }),
    deleteMessage: ({ projectId, messageId }) => ({ params: { id: projectId, messageId } }),
    markMessagesRead: ({ projectId }) => ({ params: { id: projectId }, body: { upTo: projectId } }),
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
      findMessage: [[project, id('d', 7)]],
      hasReplies: [[id('d', 9)]],
      updateMessage: [[id('d', 7), { body: 'Hello', edited_at: time(1) }]],
      deleteMessage: [[id('d', 3_999)]],
      isMessageRead: [
        [project, 'client', id('d', 7)],
        [project, { accountId: account }, id('d', 7)],
      ],
      findBeforeSending: [[{ projectId: project, authorId: account, key: id('d', 8) }]],
      findNewestMessageId: [[project]],
      insertMessage: [[newRow(rows.messages)]],
      findReadMark: [[project, reader]],
      moveReadMark: [[newRow(rows.message_reads, 7)]],
      countUnread: [[projects, reader]],
      listProjectsOfAuthor: [[account]],
      forgetAuthor: [[account, 'Former client']],
    }),
    ...callsOf('waiting-messages', waitingMessages, {
      listWaitingMessages: [
        [{ from: time(10), until: time(900) }, 20],
        [{ from: time(10), until: time(900), after: { at: time(20), id: id('d', 20) } }, 20],
      ],
      findWaitingMessage: [[project, id('d', 9)]],
    }),
    ...callsOf('message-files', messageFiles, {
      listFilesOf: [[[id('d', 7), id('d', 8)]]],
      findMessageFileByKey: [[{ projectId: project, accountId: account, key: id('8', 7) }]],
      listUnsentFiles: [[project, [id('8', 200)]]],
      insertMessageFile: [
        [{ ...newRow(rows.message_files), message_id: id('d', 7), stored_key: id('4', MANY) }],
      ],
      giveToMessage: [[id('8', 200), { messageId: id('d', 7), position: 1 }]],
      deleteMessageFiles: [[[id('8', 7)]]],
      deleteUnsentBefore: [[time(300)]],
      deleteUnsentOf: [[account]],
      listMessageFileKeys: [[project]],
      measureMessageFiles: [[project]],
      measureMessageFilesOf: [[account]],
    }),
    ...callsOf('unanswered', unanswered, {
      noteUnanswered: [[project, time(1)]],
      noteAnswered: [[project]],
      findAnswerState: [[project]],
      setSettledUpTo: [[project, id('d', 7)]],
      findSettledUpTo: [[project]],
      findLastOf: [[project, 'client']],
      findWaitingSince: [[project, id('d', 7)]],
      putUnanswered: [[{ project_id: project, since: time(1), is_settled: 0, settled_up_to: null }]],
      listUnanswered: [[20]],
    }),
  ],
} satisfies NounSamples<ProjectSubject & { messageId: string; attachmentId: string }>;
