import { api, type EndpointName } from '@atelier/domain/api.ts';
import { UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { MilestoneBefore } from '../../src/features/milestones/milestones.table.ts';
import { isoIn, isoNow } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** A call's parts, as they travel. */
export interface SampleCall {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Things that calls can be about. */
export interface Subjects {
  /** A submitted project of the client's. */
  projectId: string;
  enquiryId: string;
  /** A milestone of the project, in review. */
  milestoneId: string;
  /** The client's account. */
  clientId: string;
  /** An account that nobody is signed in with. */
  spareId: string;
  /** What the client wrote last. */
  messageId: string;
  /** A file that the client has sent, and one of the studio's. */
  clientFileId: string;
  studioFileId: string;
}

export const sampleBrief = {
  ...emptyBrief('Europe/London'),
  company: 'Acme',
  contact: 'Ada Sample',
  email: 'ada@acme.example',
  timelineConfidence: 'firm',
  contentReadiness: 'ready',
} as const;

export const sampleEnquiry = {
  name: 'Ada',
  email: 'ada@visitor.example',
  phone: '',
  message: 'I need a website.',
};

/** The shortest text that programs take for a PDF. */
export const samplePdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF\n');

/** For each endpoint a call that is in order. */
export const sampleCalls: Record<EndpointName, (subjects: Subjects) => SampleCall> = {
  getMe: () => ({}),
  checkUsername: () => ({ query: { u: 'somebody' } }),
  updateProfile: ({ enquiryId }) => ({ body: { username: `ada_${enquiryId.slice(-12)}` } }),
  syncEmail: () => ({}),
  exportMyData: () => ({}),
  deleteMyAccount: () => ({}),
  listMySessions: () => ({}),
  endMySession: ({ enquiryId }) => ({ params: { sessionId: enquiryId } }),
  getMyNotifications: () => ({}),
  setMyNotification: () => ({ body: { kind: 'message', isOn: true } }),
  listUsers: () => ({ query: { page: 1, limit: 5, q: 'a' } }),
  exportUsers: () => ({ query: { q: 'a' } }),
  exportEnquiries: () => ({ query: { status: 'new' } }),
  exportProjects: () => ({}),
  getUser: ({ clientId }) => ({ params: { id: clientId } }),
  changeUser: ({ clientId }) => ({ params: { id: clientId }, body: { subscriptionStatus: 'active' } }),
  disableUser: ({ spareId }) => ({ params: { id: spareId } }),
  enableUser: ({ clientId }) => ({ params: { id: clientId } }),
  signUserOut: ({ spareId }) => ({ params: { id: spareId } }),
  listAdminActions: () => ({ query: { limit: 5 } }),
  removeSecondFactor: ({ spareId }) => ({ params: { id: spareId } }),
  pingAdmin: () => ({}),
  createEnquiry: () => ({ body: { ...sampleEnquiry, source: 'contact-lite', botfield: '' } }),
  listEnquiries: () => ({ query: { page: 1, limit: 5, q: 'a', status: 'new' } }),
  setEnquiryStatus: ({ enquiryId }) => ({ params: { id: enquiryId }, body: { status: 'read' } }),
  getEnquiry: ({ enquiryId }) => ({ params: { id: enquiryId } }),
  setEnquiryStatuses: ({ enquiryId }) => ({ body: { ids: [enquiryId], status: 'archived' } }),
  inviteEnquirer: ({ enquiryId }) => ({ params: { id: enquiryId }, body: { note: 'Gladly.' } }),
  getMyOnboarding: () => ({}),
  saveOnboarding: () => ({ body: { step: 2, data: { company: 'Acme' } } }),
  submitOnboarding: () => ({ body: { final: { ...sampleBrief, goals: 'Another one' } } }),
  deleteDraft: () => ({}),
  listMyProjects: () => ({ query: { status: 'submitted', page: 1, limit: 1 } }),
  getPortalProject: ({ projectId }) => ({ params: { id: projectId } }),
  deleteOwnProject: ({ projectId }) => ({ params: { id: projectId } }),
  listActivity: ({ projectId }) => ({ params: { id: projectId }, query: { limit: 5 } }),
  getContract: ({ projectId }) => ({ params: { id: projectId } }),
  acceptContract: ({ projectId }) => ({ params: { id: projectId }, body: { version: 1, name: 'Ada' } }),
  requestContractChange: ({ projectId }) => ({
    params: { id: projectId },
    body: { message: 'The total, please.', version: 1 },
  }),
  listAcceptances: () => ({ query: { limit: 5 } }),
  getContractAsStudio: ({ projectId }) => ({ params: { id: projectId } }),
  saveContract: ({ projectId }) => ({
    params: { id: projectId },
    body: { total: 4800, source: 'link', link: 'https://studio.example/c', revision: 1 },
  }),
  uploadContractDocument: ({ projectId }) => ({
    params: { id: projectId },
    query: { name: 'contract.pdf', revision: 1 },
    body: samplePdf,
  }),
  previewContract: ({ projectId }) => ({ params: { id: projectId } }),
  sendContract: ({ projectId }) => ({ params: { id: projectId }, body: { revision: 1 } }),
  getOverview: () => ({}),
  getBoard: () => ({}),
  listProjects: () => ({ query: { page: 1, limit: 5, q: 'a', status: 'submitted' } }),
  getProject: ({ projectId }) => ({ params: { id: projectId } }),
  archiveProject: ({ projectId }) => ({ params: { id: projectId } }),
  restoreProject: ({ projectId }) => ({ params: { id: projectId } }),
  listMessages: ({ projectId }) => ({ params: { id: projectId }, query: { limit: 5 } }),
  sendMessage: ({ projectId }) => ({ params: { id: projectId }, body: { body: 'Hello', key: projectId } }),
  markMessagesRead: ({ projectId }) => ({ params: { id: projectId }, body: { upTo: projectId } }),
  listWaiting: ({ projectId }) => ({ query: { projects: projectId } }),
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
  streamEvents: () => ({}),
  getApiDocument: () => ({}),
  deleteProject: ({ projectId }) => ({ params: { id: projectId } }),
  listMilestones: ({ projectId }) => ({ params: { id: projectId } }),
  reviewMilestone: ({ projectId, milestoneId }) => ({
    params: { id: projectId, milestoneId },
    body: { status: 'needs_changes', reason: 'A larger logo.', revision: 1 },
  }),
  listMilestonesAsStudio: ({ projectId }) => ({ params: { id: projectId } }),
  createMilestone: ({ projectId }) => ({
    params: { id: projectId },
    body: { title: 'Launch', due: '2026-04-01', description: 'All of it.', published: true },
  }),
  updateMilestone: ({ projectId, milestoneId }) => ({
    params: { id: projectId, milestoneId },
    body: { title: 'Design', due: null, description: 'Two rounds.', revision: 1 },
  }),
  deleteMilestone: ({ projectId, milestoneId }) => ({
    params: { id: projectId, milestoneId },
    query: { revision: 1 },
  }),
  setMilestoneStatus: ({ projectId, milestoneId }) => ({
    params: { id: projectId, milestoneId },
    body: { status: 'blocked', reason: 'The texts are missing.', revision: 1 },
  }),
  undoMilestoneMove: ({ projectId, milestoneId }) => ({
    params: { id: projectId, milestoneId },
    body: { revision: 1 },
  }),
  reorderMilestones: ({ projectId, milestoneId }) => ({
    params: { id: projectId },
    body: { order: [milestoneId], from: [milestoneId] },
  }),
  listFiles: ({ projectId }) => ({ params: { id: projectId } }),
  sendFile: ({ projectId }) => ({ params: { id: projectId }, body: formWith('logo.svg', '<svg></svg>') }),
  deleteOwnFile: ({ projectId, clientFileId }) => ({ params: { id: projectId, fileId: clientFileId } }),
  sendFileAsStudio: ({ projectId }) => ({ params: { id: projectId }, body: formWith('a.txt', 'A.') }),
  replaceFile: ({ projectId, studioFileId }) => ({
    params: { id: projectId, fileId: studioFileId },
    body: formWith('a.txt', 'B.'),
  }),
  deleteFile: ({ projectId, studioFileId }) => ({ params: { id: projectId, fileId: studioFileId } }),
  publishMilestones: ({ projectId }) => ({ params: { id: projectId } }),
};

/** A new project of the client's with what belongs to it, and a new enquiry. */
export async function makeSubjects(app: Pick<TestApp, 'call' | 'db'>, client: TestUser): Promise<Subjects> {
  await app.call(api.createEnquiry, { body: sampleEnquiry });
  const enquiry = await app.db
    .selectFrom('enquiries')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const goals = `Goal of ${enquiry.id}`;
  const project = await client.call(api.submitOnboarding, { body: { final: { ...sampleBrief, goals } } });
  const projectId = project.body.id;
  await sendSampleContract(app.db, projectId);
  const spareId = newId();
  await app.db
    .insertInto('accounts')
    .values({
      id: spareId,
      email: `${spareId}@client.example`,
      username: null,
      username_key: null,
      role: 'client',
      subscription_status: 'none',
      search_text: '',
      disabled_at: null,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    .execute();
  const milestoneId = await makeMilestone(app.db, projectId);
  return {
    projectId,
    enquiryId: enquiry.id,
    clientId: client.id,
    spareId,
    milestoneId,
    messageId: await makeMessage(app.db, projectId, client),
    clientFileId: await makeFile(app.db, projectId, 'client'),
    studioFileId: await makeFile(app.db, projectId, 'studio'),
  };
}

/** The body of an upload. */
export function formWith(name: string, content: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  return form;
}

/** A file as the database has it; no store knows its bytes. */
async function makeFile(db: TestApp['db'], projectId: string, side: 'client' | 'studio'): Promise<string> {
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

/** What a client wrote last. */
async function makeMessage(db: TestApp['db'], projectId: string, client: TestUser): Promise<string> {
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

/** A milestone that waits for its client, in place of the plan that the project began with. */
async function makeMilestone(db: TestApp['db'], projectId: string): Promise<string> {
  await db.deleteFrom('milestones').where('project_id', '=', projectId).execute();
  const id = newId();
  const at = new Date(0).toISOString();
  await db
    .insertInto('milestones')
    .values({
      id,
      project_id: projectId,
      title: 'A first look',
      description: '',
      due: null,
      status: 'in_review',
      status_at: at,
      reason: null,
      published: 1,
      position: 0,
      revision: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

/** Dates the move that sent the subjects' milestone for review to now, so that it can be undone. */
export async function makeUndoable({ db, clock }: Pick<TestApp, 'db' | 'clock'>, subjects: Subjects) {
  const [move_id, offeredUntil] = [newId(), isoIn(clock, UNDO_SECONDS)];
  const at = isoNow(clock);
  const before = { status: 'pending', statusAt: at, reason: null, published: 1, moveId: null } as const;
  const undo: MilestoneBefore = { ...before, offeredUntil };
  await db
    .updateTable('milestones')
    .set({ move_id, undo: JSON.stringify(undo) })
    .where('id', '=', subjects.milestoneId)
    .execute();
  await db
    .insertInto('pending_notifications')
    .values({
      id: newId(),
      project_id: subjects.projectId,
      side: 'client',
      kind: 'milestone_review',
      actor_id: newId(),
      actor_email: 'owner@studio.example',
      subject_id: subjects.milestoneId,
      subject_title: 'A first look',
      detail: '{}',
      activity_id: move_id,
      created_at: at,
      due_at: offeredUntil,
    })
    .execute();
  return subjects;
}

/** A contract that was sent, as its rows. */
async function sendSampleContract(db: Db, projectId: string): Promise<void> {
  const now = new Date(0).toISOString();
  const link = 'https://studio.example/contract';
  const sent = {
    status: 'sent',
    version: 1,
    draft_source: 'link',
    draft_link: link,
    sent_revision: 1,
  } as const;
  await db
    .insertInto('contracts')
    .values({ project_id: projectId, ...sent, draft_revision: 1, created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ ...sent, draft_revision: 1 }))
    .execute();
  await db
    .insertInto('contract_versions')
    .values({
      id: newId(),
      project_id: projectId,
      version: 1,
      total: 4_800,
      source: 'link',
      link,
      sha256: '0'.repeat(64),
      sent_by: 'owner@studio.example',
      sent_at: now,
    })
    .execute();
}
