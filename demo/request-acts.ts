import { api } from '@atelier/domain/api.ts';
import type { ColleagueRole } from '@atelier/domain/people/rules.ts';
import type { ClientRequest } from '@atelier/domain/requests/schema.ts';
import { newId } from '../server/src/platform/ids.ts';
import type { SampleFile } from './demo-calls.ts';
import { type Act, type OnStage, params } from './story.ts';

/** The studio sends what the brief suggests to ask for, by its titles; each is due so many days from today. */
export function asksFor(wanted: Readonly<Record<string, number>>): Act {
  return async (stage) => {
    const { suggestions } = await stage.owner.call(api.listRequestsAsStudio, params(stage));
    const items = Object.entries(wanted).map(([title, fromToday]) => {
      const found = suggestions.find((one) => one.title === title);
      if (!found) throw new Error(`The brief of ${stage.client.email} doesn’t suggest "${title}"`);
      const { template, instructions, milestoneId } = found;
      return { key: newId(), template, title, instructions, milestoneId, due: stage.day(fromToday) };
    });
    await stage.owner.call(api.sendRequests, { ...params(stage), body: { items } });
  };
}

/** The client answers a request, in words, with files, or with neither. */
export function brings(title: string, body = '', files: readonly SampleFile[] = []): Act {
  return async (stage) => {
    const { id: requestId, revision } = await findRequest(stage, title);
    const at = { id: stage.projectId, requestId };
    const fileIds: string[] = [];
    for (const file of files) {
      fileIds.push((await stage.client.upload(api.uploadAnswerFile, at, file)).file.id);
    }
    const answer = { body, files: fileIds, key: newId(), revision };
    await stage.client.call(api.answerRequest, { params: at, body: answer });
  };
}

/** The studio accepts an answer, or asks again with a reason. */
export function takesAnswer(title: string, reason?: string): Act {
  return async (stage) => {
    const { id: requestId, revision } = await findRequest(stage, title);
    const at = { params: { id: stage.projectId, requestId } };
    if (reason === undefined) await stage.owner.call(api.acceptAnswer, { ...at, body: { revision } });
    else await stage.owner.call(api.askAgain, { ...at, body: { reason, revision } });
  };
}

/** The client invites a colleague, who signs up and joins. */
export function bringsColleague(colleague: { email: string; username: string }, role: ColleagueRole): Act {
  return async (stage) => {
    const { email } = colleague;
    await stage.client.call(api.inviteColleague, { ...params(stage), body: { email, role } });
    const person = await stage.signUp(colleague);
    const { items } = await person.call(api.listReceivedInvitations, {});
    for (const { id } of items) await person.call(api.joinProject, { params: { id } });
  };
}

async function findRequest(stage: OnStage, title: string): Promise<ClientRequest> {
  const { items } = await stage.owner.call(api.listRequestsAsStudio, params(stage));
  const found = items.find((item) => item.title === title);
  if (!found) throw new Error(`${stage.client.email} wasn’t asked for "${title}"`);
  return found;
}
