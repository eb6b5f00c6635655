import { planTerms } from '@atelier/content/milestone-plan.ts';
import { api } from '@atelier/domain/api.ts';
import type { Deliverable } from '@atelier/domain/files/schema.ts';
import type { Message } from '@atelier/domain/messages/schema.ts';
import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { type Brief, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import type { PlanStage } from '@atelier/domain/onboarding/suggestions.ts';
import type { DemoPerson, SampleFile } from './demo-calls.ts';

/** A project while its story is played. */
export interface OnStage {
  client: DemoPerson;
  owner: DemoPerson;
  /** Someone else of the client's comes to the portal. */
  signUp(person: { email: string; username: string }): Promise<DemoPerson>;
  /** Of the newest project that the client has submitted; empty before that. */
  projectId: string;
  about: Partial<Brief>;
  /** `2026-11-21`, so many days from the day on which the demo is filled; days ago are negative. */
  day(fromToday: number): string;
  /** The day of this moment of the story. */
  today(): string;
}

export type Act = (stage: OnStage) => Promise<void>;

/** An event of a day. */
export interface Step {
  daysAgo: number;
  act: Act;
}

/** A client and their events, in order. */
export interface Story {
  email: string;
  username: string;
  /** Who they are, in every brief of theirs. */
  about: Partial<Brief>;
  steps: readonly Step[];
}

/** The parameter of calls about the project. */
export const params = ({ projectId }: OnStage) => ({ params: { id: projectId } });

/** The events of one day, in order. */
export function on(daysAgo: number, ...acts: readonly Act[]): Step[] {
  return acts.map((act) => ({ daysAgo, act }));
}

/** The client fills in a part of the brief and leaves it at a step. */
export function drafts(step: number, features: readonly FeatureId[], brief: Partial<Brief>): Act {
  return async ({ client, about }) => {
    const data = { ...emptyBrief('Europe/London'), ...about, ...brief, features: [...features] };
    await client.call(api.saveOnboarding, { body: { step, data } });
  };
}

/** The client submits a whole brief; `target` is a number of days from today. */
export function submits(features: readonly FeatureId[], brief: Partial<Brief>, target?: number): Act {
  return async (stage) => {
    const final = {
      ...emptyBrief('Europe/London'),
      timelineConfidence: 'flexible' as const,
      contentReadiness: 'partial' as const,
      domain: stage.about.email?.split('@').at(-1) ?? '',
      ...stage.about,
      ...brief,
      features: [...features],
      target: target === undefined ? '' : stage.day(target),
    };
    stage.projectId = (await stage.client.call(api.submitOnboarding, { body: { final } })).id;
  };
}

/** A side gives the project a title. */
export function renames(side: 'client' | 'owner', title: string): Act {
  return async (stage) => {
    await stage[side].call(api.renameProject, { ...params(stage), body: { title } });
  };
}

/** What goes with a written message: files, and the beginning of the one it replies to. */
interface WithMessage {
  files?: readonly (SampleFile | Promise<SampleFile>)[];
  replyTo?: string;
}

/** The client reads the thread and writes. */
export function clientWrites(body: string, more: WithMessage = {}): Act {
  return async (stage) => {
    const { items } = await stage.client.call(api.listMessages, params(stage));
    await clientReads(stage);
    const sent = { body, ...(await partsOf(more, items, stage, [stage.client, api.attachFile])) };
    await stage.client.call(api.sendMessage, { ...params(stage), body: sent });
  };
}

/** The studio reads the thread and writes. */
export function studioWrites(body: string, more: WithMessage = {}): Act {
  return async (stage) => {
    const { items } = await stage.owner.call(api.listMessagesAsStudio, params(stage));
    await studioReads(stage);
    const sent = { body, ...(await partsOf(more, items, stage, [stage.owner, api.attachFileAsStudio])) };
    await stage.owner.call(api.sendMessageAsStudio, { ...params(stage), body: sent });
  };
}

/** The studio writes down what its client shouldn't read. */
export function studioNotes(body: string): Act {
  return async (stage) => {
    await stage.owner.call(api.addNote, { ...params(stage), body: { body } });
  };
}

/** The studio sets itself something to do, so many days from today. */
export function studioPlans(text: string, due?: number): Act {
  return async ({ owner, projectId, day }) => {
    const body = { text, about: projectId, ...(due !== undefined && { due: day(due) }) };
    await owner.call(api.addTodo, { body });
  };
}

/** Uploads a message's files, and finds the message that it replies to. */
async function partsOf(
  { files = [], replyTo }: WithMessage,
  thread: readonly Message[],
  { projectId }: OnStage,
  [person, attach]: readonly [DemoPerson, typeof api.attachFile | typeof api.attachFileAsStudio],
) {
  const ids: string[] = [];
  for (const file of files) ids.push((await person.upload(attach, { id: projectId }, await file)).file.id);
  if (replyTo === undefined) return { files: ids };
  const answered = thread.find(({ body }) => body.startsWith(replyTo));
  if (!answered) throw new Error(`No message begins with "${replyTo}"`);
  return { files: ids, replyTo: answered.id };
}

async function clientReads(stage: OnStage): Promise<void> {
  const { items } = await stage.client.call(api.listMessages, params(stage));
  const newest = items.at(-1);
  if (newest) await stage.client.call(api.markMessagesRead, { ...params(stage), body: { upTo: newest.id } });
}

async function studioReads(stage: OnStage): Promise<void> {
  const { items } = await stage.owner.call(api.listMessagesAsStudio, params(stage));
  const newest = items.at(-1);
  if (!newest) return;
  await stage.owner.call(api.markMessagesReadAsStudio, { ...params(stage), body: { upTo: newest.id } });
}

/** The studio shows the plan to the client. */
export const publishesPlan: Act = async (stage) => {
  await stage.owner.call(api.publishMilestones, params(stage));
};

/** The studio sends a milestone for review with something to look at: a link, deliverables by their names, or both. */
export function sendsForReview(
  stageKey: PlanStage,
  { link, files = [], note }: { link?: string; files?: readonly string[]; note?: string },
): Act {
  return async (stage) => {
    const milestone = await findMilestone(stage, stageKey);
    const fileIds: string[] = [];
    for (const name of files) fileIds.push((await findDeliverable(stage, name)).id);
    await stage.owner.call(api.setMilestoneStatus, {
      params: { id: stage.projectId, milestoneId: milestone.id },
      body: {
        status: 'in_review',
        preview: { fileIds, ...(link && { link }) },
        ...(note && { reason: note }),
      },
    });
  };
}

/** The studio moves milestones of the plan, those that the brief has. */
export function moves(stageKey: PlanStage, status: MilestoneStatus, reason?: string): Act {
  return async (stage) => {
    const milestone = await findMilestone(stage, stageKey);
    await stage.owner.call(api.setMilestoneStatus, {
      params: { id: stage.projectId, milestoneId: milestone.id },
      body: { status, ...(reason ? { reason } : {}) },
    });
  };
}

/** The studio gives a milestone another date, so many days from today. */
export function reschedules(stageKey: PlanStage, fromToday: number): Act {
  return async (stage) => {
    const milestone = await findMilestone(stage, stageKey);
    await stage.owner.call(api.updateMilestone, {
      params: { id: stage.projectId, milestoneId: milestone.id },
      body: { due: stage.day(fromToday) },
    });
  };
}

/** The studio gives everything that is still open new dates: the first so many days from today, then one every week. */
export function replansOpen(fromToday: number): Act {
  return async (stage) => {
    const { items } = await stage.owner.call(api.listMilestonesAsStudio, params(stage));
    const open = items.filter(({ status, due }) => due && status !== 'approved' && status !== 'cancelled');
    for (const [index, { id }] of open.entries()) {
      await stage.owner.call(api.updateMilestone, {
        params: { id: stage.projectId, milestoneId: id },
        body: { due: stage.day(fromToday + index * 7) },
      });
    }
  };
}

/** The client approves what is in review, or says what should change. */
export function reviews(stageKey: PlanStage, status: 'approved' | 'needs_changes', reason?: string): Act {
  return async (stage) => {
    const milestone = await findMilestone(stage, stageKey);
    await stage.client.call(api.reviewMilestone, {
      params: { id: stage.projectId, milestoneId: milestone.id },
      body: { status, ...(reason ? { reason } : {}) },
    });
  };
}

/** The studio sends everything of the plan that is still open for review. */
export const sendsRestForReview: Act = async (stage) => {
  const { items } = await stage.owner.call(api.listMilestonesAsStudio, params(stage));
  for (const { id, status } of items) {
    if (status === 'approved' || status === 'cancelled' || status === 'in_review') continue;
    await stage.owner.call(api.setMilestoneStatus, {
      params: { id: stage.projectId, milestoneId: id },
      body: { status: 'in_review' },
    });
  }
};

/** The client approves everything that is in review. */
export const approvesAll: Act = async (stage) => {
  const { items } = await stage.client.call(api.listMilestones, params(stage));
  for (const { id, status } of items) {
    if (status !== 'in_review') continue;
    await stage.client.call(api.reviewMilestone, {
      params: { id: stage.projectId, milestoneId: id },
      body: { status: 'approved' },
    });
  }
};

export function clientSends(file: SampleFile | Promise<SampleFile>): Act {
  return async ({ client, projectId }) => {
    await client.upload(api.sendFile, { id: projectId }, await file);
  };
}

export function studioSends(file: SampleFile | Promise<SampleFile>): Act {
  return async ({ owner, projectId }) => {
    await owner.upload(api.sendFileAsStudio, { id: projectId }, await file);
  };
}

/** A new version of a file that the studio has sent before, by its name. */
export function studioReplaces(name: string, file: SampleFile): Act {
  return async (stage) => {
    const { id: fileId } = await findDeliverable(stage, name);
    await stage.owner.upload(api.replaceFile, { id: stage.projectId, fileId }, file);
  };
}

/** A person comments on a point of a deliverable's newest version, in percent of its width and height. */
export function comments(
  side: 'client' | 'owner',
  name: string,
  { body, at: [x, y] }: { body: string; at: readonly [x: number, y: number] },
): Act {
  return async (stage) => {
    const file = await findDeliverable(stage, name);
    await stage[side].call(api.addFileComment, {
      params: { id: stage.projectId, fileId: file.id, version: file.version },
      body: { body, point: { page: 1, x: x * 100, y: y * 100 } },
    });
  };
}

/** The studio replies to the first open comment on a deliverable's newest version, and may resolve it. */
export function studioAnswers(name: string, body: string, { isDone = false } = {}): Act {
  return async (stage) => {
    const { id: fileId, version } = await findDeliverable(stage, name);
    const params = { id: stage.projectId, fileId, version };
    const { items } = await stage.owner.call(api.listFileComments, { params });
    const open = items.find(({ point, resolvedAt }) => point && !resolvedAt);
    if (!open) throw new Error(`No comment on ${name} is open`);
    await stage.owner.call(api.addFileComment, { params, body: { body, replyTo: open.id } });
    if (!isDone) return;
    await stage.owner.call(api.resolveFileComment, {
      params: { id: stage.projectId, fileId, commentId: open.id },
      body: { resolved: true },
    });
  };
}

/** The client approves a deliverable's newest version. */
export function approvesFile(name: string): Act {
  return async (stage) => {
    const { id: fileId, version } = await findDeliverable(stage, name);
    await stage.client.call(api.approveFile, {
      params: { id: stage.projectId, fileId },
      body: { version },
    });
  };
}

export const archives: Act = async (stage) => {
  await stage.owner.call(api.archiveProject, params(stage));
};

async function findDeliverable(stage: OnStage, name: string): Promise<Deliverable> {
  const { items } = await stage.owner.call(api.listFiles, params(stage));
  const found = items.find((item) => item.name === name);
  if (!found) throw new Error(`The files of ${stage.client.email} have no "${name}"`);
  return found;
}

export async function findMilestone(stage: OnStage, stageKey: PlanStage): Promise<Milestone> {
  const { items } = await stage.owner.call(api.listMilestonesAsStudio, params(stage));
  const { title } = planTerms.stages[stageKey];
  const found = items.find((milestone) => milestone.title === title);
  if (!found) throw new Error(`The plan of ${stage.client.email} has no milestone "${title}"`);
  return found;
}
