import { api } from '@atelier/domain/api.ts';
import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { EventDraft, ProjectEvent } from '../../src/core/projects/project-event.ts';
import {
  GATHER_SECONDS,
  PortalNotifications,
} from '../../src/features/notifications/portal-notifications.ts';
import { studioMailLook } from '../../src/mails.ts';
import type { Engine, Trx } from '../../src/platform/db/database.ts';
import { transaction } from '../../src/platform/db/transaction.ts';
import { EVENT_MAILS, EVENT_RULES } from '../../src/product-parts.ts';
import { mailsOf } from '../../src/workflows/record-event.ts';
import { makeSubjects } from '../samples/all-samples.ts';
import { createTestApp, type TestApp, type TestUser, type TestUserOptions } from './test-app.ts';

/**
 * Ada's project, the studio and the notifications of their portal, whose other parts answer as the test sets them.
 */
export async function prepareNotifications(engine: Engine, options: TestUserOptions = {}) {
  const app = await createTestApp({ engine });
  const ada = await app.signIn({ email: 'ada@client.example', username: 'ada', ...options });
  const owner = await app.signInOwner();
  await owner.call(api.getMe);
  const { projectId } = await makeSubjects(app, ada);
  // Ada is alone on her side, and the move of the subjects' milestone is queued.
  await app.db.deleteFrom('project_members').execute();
  await app.db.deleteFrom('pending_notifications').execute();
  await app.drainOutbox();
  const portal = {
    read: new Set<string>(),
    looking: new Set<string>(),
    identityAnswers: true,
    beforeDelivery: async () => {},
  };
  const bodies = new Map<string, string>();
  const make = () =>
    new PortalNotifications({
      ...app.instance.platform,
      look: studioMailLook('https://studio.example'),
      secret: app.secret,
      findConfirmedEmail: async () => {
        if (!portal.identityAnswers) throw new Error('It does not answer');
        return options.isConfirmed === false ? undefined : ada.email;
      },
      listStudioAddresses: async () => ['owner@studio.example'],
      eventMails: EVENT_MAILS,
      canAnswerByMail: () => false,
      mayActWithoutSession: async () => false,
      issueReplyAddress: async () => '',
      decisions: { issue: async () => undefined },
      portal: {
        listMessages: async (_project, ids) => {
          await portal.beforeDelivery();
          return ids.map((id) => ({ authorName: 'an author', body: bodies.get(id) ?? '', fileNames: [] }));
        },
        isMessageRead: async (_project, reader, id) =>
          portal.read.has(`${reader === 'studio' ? 'studio' : 'client'} ${id}`),
        standingOfMove: async () => 'current',
        isLooking: (viewer) => portal.looking.has(viewer === 'studio' ? 'studio' : viewer.accountId),
        listDocuments: async () => [
          { name: 'contract.pdf', type: 'application/pdf', content: Buffer.from('%PDF') },
        ],
      },
    });
  const notifications = make();
  const first = app.mails.length;
  const causeEvent = async (by: TestUser, draft: EventDraft, queue = notifications): Promise<void> => {
    const side = by === ada ? 'client' : 'studio';
    await transaction(app.db, (trx) =>
      queueMailsOf(queue, trx, {
        ...draft,
        projectId,
        by: { accountId: by.id, email: by.email, side, address: '203.0.113.9' },
      }),
    );
    await queue.whenIdle();
  };
  const write = (by: TestUser, id: string, body: string) => {
    bodies.set(id, body);
    return causeEvent(by, { kind: 'message_sent', subject: { id, title: body } });
  };
  const sent = async () => {
    await notifications.deliverDue();
    await app.drainOutbox();
    return app.mails.slice(first);
  };
  return { app, ada, owner, projectId, portal, make, notifications, causeEvent, write, sent };
}

/** Lets time pass: as long as messages are gathered, unless the test says otherwise. */
export const wait = (app: TestApp, seconds: number = GATHER_SECONDS) => app.clock.advance(seconds);
/** A move of a milestone that is in progress. */
export const move = (to: MilestoneStatus, reason?: string): EventDraft<'milestone_moved'> => ({
  kind: 'milestone_moved',
  subject: { id: 'm1', title: 'Design' },
  detail: { from: 'in_progress', to, reason: reason ?? null, waitedSeconds: 0 },
});

/** Queues the mails that the product's rules give for an event. */
export const queueMailsOf = (notifications: PortalNotifications, trx: Trx, event: ProjectEvent) =>
  notifications.queue(trx, event, mailsOf(EVENT_RULES, event));
