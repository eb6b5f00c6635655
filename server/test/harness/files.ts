import { api } from '@atelier/domain/api.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { formWith } from '../samples/files.ts';
import { sampleBrief } from '../samples/projects.ts';
import { createTestApp, type TestApp, type TestUser } from './test-app.ts';

export const MB = 1024 * 1024;

export interface FileScene {
  app: TestApp;
  owner: TestUser;
  client: TestUser;
  projectId: string;
}

/** A client's project without files, and both of its sides. */
export async function createFileScene(engine: Engine, env: Record<string, string> = {}): Promise<FileScene> {
  const app = await createTestApp({ engine, env });
  const [owner, client] = [await app.signInOwner(), await app.signIn()];
  const reply = await client.call(api.submitOnboarding, { body: { final: sampleBrief } });
  return { app, owner, client, projectId: reply.body.id };
}

export const sendFile = (
  { client, projectId }: FileScene,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
) => client.call(api.sendFile, { params: { id: projectId }, body: formWith(name, content) });

export const deliverFile = (
  { owner, projectId }: FileScene,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
) => owner.call(api.sendFileAsStudio, { params: { id: projectId }, body: formWith(name, content) });

export const replaceFile = ({ owner, projectId }: FileScene, fileId: string, name: string, content: string) =>
  owner.call(api.replaceFile, { params: { id: projectId, fileId }, body: formWith(name, content) });

export const listFiles = ({ projectId }: FileScene, by: TestUser) =>
  by.call(api.listFiles, { params: { id: projectId } });

export async function downloadFile({ app }: FileScene, file: { url: string } | undefined) {
  return app.inject(new URL(file?.url ?? '').pathname);
}

export async function countFileRows({ app }: FileScene) {
  const files = await app.db.selectFrom('project_files').select('name').execute();
  const stored = await app.db.selectFrom('stored_files').select('drop_at').execute();
  return {
    files: files.length,
    kept: stored.filter((row) => row.drop_at === null).length,
    stored: stored.length,
  };
}
