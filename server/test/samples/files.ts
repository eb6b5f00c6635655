import * as files from '../../src/features/files/files.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
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
  const facts = { name: 'a.txt', size: 2, type: 'text/plain', created_at: new Date(0).toISOString() };
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
  },
  queries: [
    ...callsOf('files', files, {
      listFiles: [[project]],
      findFile: [[project, id('6', 7)]],
      findFileByKey: [[{ projectId: project, accountId: account, key: id('6', 7) }]],
      measureFiles: [[project]],
      measureSentBy: [[account]],
      insertVersion: [[{ ...newRow(rows.project_files), stored_key: id('4', 4_000) }]],
      deleteFile: [[project, id('6', 7)]],
      listStoredKeys: [[project]],
    }),
  ],
} satisfies NounSamples<ProjectSubject & { clientFileId: string; studioFileId: string }>;
