import * as files from '../../src/features/files/files.repository.ts';
import * as reviews from '../../src/features/files/reviews.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestUser } from '../harness/test-app.ts';
import { callsOf, type NounSamples, newRow, type ProjectSubject } from './noun-samples.ts';
import {
  sampleAccount as account,
  id,
  MANY,
  PARTED_PROJECTS,
  partedProject,
  sampleProject as project,
  type SeedRows,
  time,
  words,
} from './values.ts';

const rows = {
  project_files: [
    // The last stored file belongs to none.
    MANY - 1,
    (n) => ({
      id: id('6', n),
      project_id: id('b', partedProject(n)),
      file_id: id('6', Math.floor((n - 1) / PARTED_PROJECTS) < 2 ? n : n - 2 * PARTED_PROJECTS),
      version: Math.floor((n - 1) / PARTED_PROJECTS) < 2 ? 1 : 2,
      stored_key: id('4', n),
      side: n % 3 === 0 ? 'studio' : 'client',
      name: 'a.txt',
      size: 2,
      type: 'text/plain',
      account_id: id('a', partedProject(n)),
      client_key: id('6', n),
      created_at: time(n),
    }),
  ],
  file_comments: [
    MANY - 1,
    (n) => ({
      id: id('7', n),
      project_id: id('b', partedProject(n)),
      version_id: id('6', n),
      reply_to: null,
      page: 1,
      x: 5_000,
      y: 5_000,
      author_id: id('a', partedProject(n)),
      author_side: n % 3 === 0 ? 'studio' : 'client',
      author_name: `Client ${n}`,
      body: words(n),
      client_key: n % 2 === 0 ? id('7', n) : null,
      created_at: time(n),
      edited_at: null,
      resolved_at: null,
    }),
  ],
  file_approvals: [
    // The last version has none.
    MANY - 2,
    (n) => ({
      version_id: id('6', n),
      project_id: id('b', partedProject(n)),
      account_id: id('a', partedProject(n)),
      account_name: `Client ${n}`,
      approved_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

/** The body of an upload. */
export function formWith(name: string, content: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  return form;
}

/** A file's row; no store has its bytes. */
export async function makeFile(db: Db, projectId: string, side: 'client' | 'studio'): Promise<string> {
  const [id, stored_key] = [newId(), newId()];
  const facts = { name: 'a.png', size: 2, type: 'image/png', created_at: new Date(0).toISOString() };
  await db
    .insertInto('stored_files')
    .values({ ...facts, key: stored_key, sha256: '0'.repeat(64), drop_at: null })
    .execute();
  await db
    .insertInto('project_files')
    .values({
      ...facts,
      id,
      file_id: id,
      project_id: projectId,
      stored_key,
      side,
      version: 1,
      account_id: id,
    })
    .execute();
  return id;
}

/** A client's comment on a file. */
export async function makeComment(
  db: Db,
  projectId: string,
  { versionId, client }: { versionId: string; client: TestUser },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('file_comments')
    .values({
      ...newRow(rows.file_comments),
      id,
      project_id: projectId,
      version_id: versionId,
      author_id: client.id,
      author_side: 'client',
      author_name: '',
      body: 'Larger, please.',
    })
    .execute();
  return id;
}

/** Samples of files. */
export const fileSamples = {
  rows,
  calls: {
    listFiles: ({ projectId }) => ({ params: { id: projectId } }),
    sendFile: ({ projectId }) => ({ params: { id: projectId }, body: formWith('logo.svg', '<svg></svg>') }),
    deleteOwnFile: ({ projectId, clientFileId }) => ({ params: { id: projectId, fileId: clientFileId } }),
    sendFileAsStudio: ({ projectId }) => ({ params: { id: projectId }, body: formWith('a.txt', 'A.') }),
    replaceFile: ({ projectId, studioFileId }) => ({
      params: { id: projectId, fileId: studioFileId },
      body: formWith('a.txt', 'B.'),
    }),
    deleteFile: ({ projectId, studioFileId }) => ({ params: { id: projectId, fileId: studioFileId } }),
    listFileComments: ({ projectId, studioFileId }) => ({
      params: { id: projectId, fileId: studioFileId, version: '1' },
    }),
    addFileComment: ({ projectId, studioFileId }) => ({
      params: { id: projectId, fileId: studioFileId, version: '1' },
      body: { body: 'Larger, please.', point: { page: 1, x: 5_000, y: 2_500 } },
    }),
    editFileComment: ({ projectId, studioFileId, commentId }) => ({
      params: { id: projectId, fileId: studioFileId, commentId },
      body: { body: 'Smaller, please.' },
    }),
    resolveFileComment: ({ projectId, studioFileId, commentId }) => ({
      params: { id: projectId, fileId: studioFileId, commentId },
      body: { resolved: true },
    }),
    deleteFileComment: ({ projectId, studioFileId, commentId }) => ({
      params: { id: projectId, fileId: studioFileId, commentId },
    }),
    approveFile: ({ projectId, studioFileId }) => ({
      params: { id: projectId, fileId: studioFileId },
      body: { version: 1 },
    }),
  },
  queries: [
    ...callsOf('files', files, {
      listFiles: [[project]],
      findFile: [[project, id('6', 7)]],
      listDeliverableIds: [[project, [id('6', 3), id('6', 1_003)]]],
      listCurrentVersions: [[project, [id('6', 3), id('6', 1_003)]]],
      findFileByKey: [[{ projectId: project, accountId: account, key: id('6', 7) }]],
      measureFiles: [[project]],
      measureSentBy: [[account]],
      listProjectsOfSender: [[account]],
      insertVersion: [[{ ...newRow(rows.project_files), stored_key: id('4', 4_000) }]],
      deleteFile: [[project, id('6', 7)]],
      listStoredKeys: [[project]],
    }),
    ...callsOf('reviews', reviews, {
      countComments: [[project]],
      listApprovals: [[project]],
      listComments: [[id('6', 7)]],
      insertComment: [[{ ...newRow(rows.file_comments), version_id: id('6', 7) }]],
      updateComment: [[id('7', 7), { body: 'Smaller.', edited_at: time(1) }]],
      deleteComment: [[id('7', 7)]],
      insertApproval: [
        [{ ...newRow(rows.file_approvals), project_id: project, version_id: id('6', MANY - 1) }],
      ],
      listProjectsOfReviewer: [[account]],
      forgetReviewer: [[account, 'Former client']],
    }),
  ],
} satisfies NounSamples<ProjectSubject & { clientFileId: string; studioFileId: string; commentId: string }>;
