import { api, type EndpointName } from '@atelier/domain/api.ts';
import { newUserRow } from '../../src/features/auth/users/users.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { authCalls } from '../harness/queries/auth-calls.ts';
import { authRows } from '../harness/queries/seed-auth.ts';
import type { TestApp, TestUser } from '../harness/test-app.ts';
import { accountSamples } from './accounts.ts';
import { activitySamples } from './activity.ts';
import { backupSamples } from './backups.ts';
import { bookingSamples, makeBooking } from './bookings.ts';
import { changeOrderSamples, makeChangeOrder } from './change-orders.ts';
import { acceptSampleContract, contractSamples, sendSampleContract } from './contracts.ts';
import { enquirySamples, makeReplyFile, sampleEnquiry } from './enquiries.ts';
import { fileSamples, makeComment, makeFile } from './files.ts';
import { healthSamples } from './health.ts';
import { invoiceSamples, makeInvoice, makePlannedPayment } from './invoices.ts';
import { mailDecisionSamples, makeDecisionLink } from './mail-decisions.ts';
import { mailInSamples, makeBouncedAddress, makeInboundMail } from './mail-in.ts';
import { makeAttachment, makeMessage, messageSamples } from './messages.ts';
import { makeMilestone, milestoneSamples } from './milestones.ts';
import { makeNote, makeTodo, noteSamples } from './notes.ts';
import { notificationSamples } from './notifications.ts';
import type { ProjectSubject, QueryCall, SampleCall } from './noun-samples.ts';
import { makeOverpaid, makePayment, paymentSamples } from './payments.ts';
import { makeContactChange, makeInvitation, makeMember, peopleSamples } from './people.ts';
import { platformSamples } from './platform.ts';
import { projectSamples, sampleBrief } from './projects.ts';
import { reminderSamples } from './reminders.ts';
import { makeAnswerFile, makeRequest, requestSamples } from './requests.ts';
import type { SeedRows } from './values.ts';

/** The subjects of calls. */
export interface Subjects extends ProjectSubject {
  enquiryId: string;
  /** The studio's file for a reply to it, which isn't sent. */
  replyFileId: string;
  /** A call that a visitor has booked, the secret of its link, and times that are free. */
  bookingId: string;
  bookingToken: string;
  unconfirmedId: string;
  unconfirmedToken: string;
  freeTime: string;
  otherFreeTime: string;
  thirdFreeTime: string;
  /** The secret of another account's calendar address. */
  feedToken: string;
  /** A milestone of the project, in review. */
  milestoneId: string;
  /** A project of the client's whose contract is accepted. */
  acceptedProjectId: string;
  /** The studio's draft of a change order of the latter, and one that was sent. */
  draftOrderId: string;
  changeOrderId: string;
  /** The studio's draft of an invoice, and one that was sent. */
  draftInvoiceId: string;
  invoiceId: string;
  /** A payment of a part of the latter. */
  paymentId: string;
  /** An invoice that more was paid for than was due. */
  creditInvoiceId: string;
  /** A payment of the project's plan without an invoice. */
  plannedPaymentId: string;
  /** The client's account. */
  clientId: string;
  /** An account without a session. */
  spareId: string;
  /** A colleague who follows the project, without a session. */
  personId: string;
  /** An open invitation to it, and one to the client's own address. */
  invitationId: string;
  receivedId: string;
  /** A change of the project's contact that the client can undo. */
  contactChangeId: string;
  /** A mail that arrived and was posted. */
  inboundMailId: string;
  bouncedAddressId: string;
  /** The secret of the client's link that answers a request of its own. */
  decisionToken: string;
  /** The client's last message. */
  messageId: string;
  /** A file of the client's for a message that isn't sent yet. */
  attachmentId: string;
  /** A mail of the outbox. */
  mailId: string;
  /** A file of the client's, and one of the studio's. */
  clientFileId: string;
  studioFileId: string;
  /** The client's comment on the studio's file. */
  commentId: string;
  /** An open request, and one that is answered. */
  requestId: string;
  answeredId: string;
  /** The client's file for the open one, which no answer has. */
  answerFileId: string;
  /** The studio's note and open to-do about the project. */
  noteId: string;
  todoId: string;
}

const nouns = [
  accountSamples,
  projectSamples,
  peopleSamples,
  enquirySamples,
  bookingSamples,
  contractSamples,
  changeOrderSamples,
  milestoneSamples,
  requestSamples,
  invoiceSamples,
  paymentSamples,
  reminderSamples,
  messageSamples,
  mailInSamples,
  mailDecisionSamples,
  fileSamples,
  activitySamples,
  noteSamples,
  notificationSamples,
  healthSamples,
  backupSamples,
  platformSamples,
] as const;

/** A valid call of each endpoint: an endpoint without one doesn't compile. */
export const sampleCalls: Record<EndpointName, (subjects: Subjects) => SampleCall> = {
  ...accountSamples.calls,
  ...projectSamples.calls,
  ...peopleSamples.calls,
  ...enquirySamples.calls,
  ...bookingSamples.calls,
  ...contractSamples.calls,
  ...changeOrderSamples.calls,
  ...milestoneSamples.calls,
  ...requestSamples.calls,
  ...invoiceSamples.calls,
  ...paymentSamples.calls,
  ...reminderSamples.calls,
  ...messageSamples.calls,
  ...mailInSamples.calls,
  ...mailDecisionSamples.calls,
  ...fileSamples.calls,
  ...activitySamples.calls,
  ...noteSamples.calls,
  ...notificationSamples.calls,
  ...healthSamples.calls,
  ...backupSamples.calls,
  ...platformSamples.calls,
};

/** Every table's rows: a table without any doesn't compile. */
export const seedRows: SeedRows = {
  ...accountSamples.rows,
  ...projectSamples.rows,
  ...peopleSamples.rows,
  ...enquirySamples.rows,
  ...bookingSamples.rows,
  ...contractSamples.rows,
  ...changeOrderSamples.rows,
  ...milestoneSamples.rows,
  ...requestSamples.rows,
  ...invoiceSamples.rows,
  ...paymentSamples.rows,
  ...reminderSamples.rows,
  ...messageSamples.rows,
  ...mailInSamples.rows,
  ...mailDecisionSamples.rows,
  ...fileSamples.rows,
  ...activitySamples.rows,
  ...noteSamples.rows,
  ...notificationSamples.rows,
  ...healthSamples.rows,
  ...backupSamples.rows,
  ...platformSamples.rows,
  ...authRows,
};

/** A call of every function of every repository. */
export const queryCalls: readonly QueryCall[] = [...nouns.flatMap(({ queries }) => queries), ...authCalls];

/** A new project of the client with all its parts, and a new enquiry. */
export async function makeSubjects(app: Pick<TestApp, 'call' | 'db'>, client: TestUser): Promise<Subjects> {
  const { db } = app;
  await app.call(api.createEnquiry, { body: sampleEnquiry });
  const enquiry = await db
    .selectFrom('enquiries')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const goals = `Goal of ${enquiry.id}`;
  const project = await client.call(api.submitOnboarding, { body: { final: { ...sampleBrief, goals } } });
  const projectId = project.body.id;
  await sendSampleContract(db, projectId);
  const other = await client.call(api.submitOnboarding, {
    body: { final: { ...sampleBrief, goals: `${goals}, accepted` } },
  });
  const acceptedProjectId = other.body.id;
  await acceptSampleContract(db, { projectId: acceptedProjectId, accountId: client.id });
  const spareId = await makeAccount(db);
  const personId = await makeAccount(db);
  await makeMember(db, { projectId, accountId: personId, role: 'follows' });
  const milestoneId = await makeMilestone(db, projectId);
  const invoiceId = await makeInvoice(db, { projectId, accountId: client.id, status: 'sent' });
  const studioFileId = await makeFile(db, projectId, 'studio');
  const requestId = await makeRequest(db, { projectId, status: 'open', client });
  const mail = await db
    .selectFrom('mail_outbox')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return {
    projectId,
    enquiryId: enquiry.id,
    replyFileId: await makeReplyFile(db, enquiry.id),
    ...(await makeBooking(app, { enquiryId: enquiry.id, accountId: spareId })),
    clientId: client.id,
    spareId,
    personId,
    invitationId: await makeInvitation(db, { projectId, email: 'next@client.example', invitedBy: client.id }),
    contactChangeId: await makeContactChange(db, { projectId, formerId: client.id, personId }),
    receivedId: await makeInvitation(db, { projectId, email: client.email, invitedBy: personId }),
    milestoneId,
    acceptedProjectId,
    draftOrderId: await makeChangeOrder(db, { projectId: acceptedProjectId, status: 'draft', number: 1 }),
    changeOrderId: await makeChangeOrder(db, { projectId: acceptedProjectId, status: 'sent', number: 2 }),
    draftInvoiceId: await makeInvoice(db, { projectId, accountId: client.id, status: 'draft' }),
    invoiceId,
    paymentId: await makePayment(db, { projectId, invoiceId, amount: 100 }),
    creditInvoiceId: await makeOverpaid(db, { projectId, accountId: client.id }),
    plannedPaymentId: await makePlannedPayment(db, projectId),
    mailId: mail.id,
    inboundMailId: await makeInboundMail(db, projectId),
    bouncedAddressId: await makeBouncedAddress(db),
    decisionToken: await makeDecisionLink(db, {
      projectId,
      requestId: await makeRequest(db, { projectId, status: 'open', client }),
      client,
    }),
    messageId: await makeMessage(db, projectId, client),
    attachmentId: await makeAttachment(db, projectId, client),
    clientFileId: await makeFile(db, projectId, 'client'),
    studioFileId,
    commentId: await makeComment(db, projectId, { versionId: studioFileId, client }),
    requestId,
    answeredId: await makeRequest(db, { projectId, status: 'answered', client }),
    answerFileId: await makeAnswerFile(db, { projectId, requestId, client }),
    noteId: await makeNote(db, projectId),
    todoId: await makeTodo(db, projectId),
  };
}

/** An account without a session, which may sign in. */
async function makeAccount(db: Db): Promise<string> {
  const accountId = newId();
  const now = '2026-01-01T00:00:00.000Z';
  const user = newUserRow(`${accountId}@client.example`, now);
  await db
    .insertInto('auth_users')
    .values({ ...user, id: accountId, email_confirmed_at: now })
    .execute();
  await db
    .insertInto('accounts')
    .values({
      id: accountId,
      email: `${accountId}@client.example`,
      username: null,
      username_key: null,
      role: 'client',
      subscription_status: 'none',
      search_text: '',
      disabled_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return accountId;
}
