import { api } from '@atelier/domain/api.ts';
import type { ClientRequests, StudioRequests } from '@atelier/domain/requests/schema.ts';
import { newId } from '../../src/platform/ids.ts';
import { sampleBrief } from '../samples/projects.ts';
import type { FileScene } from './files.ts';
import type { TestUser } from './test-app.ts';

/** Sends a request of the studio's, and returns it. */
export async function ask({ owner, projectId }: Pick<FileScene, 'owner' | 'projectId'>, more: object = {}) {
  const key = newId();
  const reply = await owner.call(api.sendRequests, {
    params: { id: projectId },
    body: { items: [{ key, title: `Logo ${key}`, ...more }] },
  });
  const { items } = reply.body as StudioRequests;
  const sent = items.find(({ title }) => title.endsWith(key)) ?? items.at(-1);
  if (!sent) throw new Error(`No request: ${reply.status}`);
  return sent;
}

/** What a person on the client's side sees. */
export const seenBy = async (reader: TestUser, projectId: string): Promise<ClientRequests> =>
  (await reader.call(api.listRequests, { params: { id: projectId } })).body;

/** What the studio sees. */
export const seenByStudio = async ({ owner, projectId }: FileScene): Promise<StudioRequests> =>
  (await owner.call(api.listRequestsAsStudio, { params: { id: projectId } })).body;

export const answer = (
  by: TestUser,
  projectId: string,
  request: { id: string; revision: number },
  body: object = {},
) =>
  by.call(api.answerRequest, {
    params: { id: projectId, requestId: request.id },
    body: { key: newId(), revision: request.revision, ...body },
  });

/** Has a colleague follow a project. */
export async function follow(
  { client, projectId }: Pick<FileScene, 'client' | 'projectId'>,
  colleague: TestUser,
): Promise<void> {
  const body = { email: colleague.email, role: 'follows' as const };
  await client.call(api.inviteColleague, { params: { id: projectId }, body });
  const { items } = (await colleague.call(api.listReceivedInvitations)).body;
  await colleague.call(api.joinProject, { params: { id: items.at(-1)?.id ?? '' } });
}

/** Another project of the client's. */
export async function submitOther({ client }: FileScene): Promise<string> {
  const final = { ...sampleBrief, goals: 'Another one' };
  return (await client.call(api.submitOnboarding, { body: { final } })).body.id;
}
