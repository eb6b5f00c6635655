import { api } from '@atelier/domain/api.ts';
import { newId } from '../../src/platform/ids.ts';
import { sampleTerms } from '../samples/contracts.ts';
import { sampleInvoice } from '../samples/invoices.ts';
import { sampleBrief } from '../samples/projects.ts';
import { ask } from './request-scene.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** Has a colleague invited to a project and lets them join. */
export async function bringColleague(
  contact: TestUser,
  id: string,
  colleague: TestUser,
  role: 'decides' | 'follows',
): Promise<void> {
  await contact.call(api.inviteColleague, { params: { id }, body: { email: colleague.email, role } });
  const { items } = (await colleague.call(api.listReceivedInvitations)).body;
  await colleague.call(api.joinProject, { params: { id: items.at(-1)?.id ?? '' } });
}

/** A studio, and what it makes clients wait for. */
export async function openWaits(app: TestApp) {
  const owner = await app.signInOwner();
  const read = () =>
    app.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('kind', '=', 'project.reminder')
      .orderBy('created_at')
      .orderBy('recipient')
      .execute();
  return {
    owner,
    client: (name: string) => app.signIn({ email: `${name}@client.example` }),
    /** Submits a brief of a client in a time zone; gives the project's id. */
    project: async (client: TestUser, timezone: string) => {
      const final = { ...sampleBrief, timezone };
      return (await client.call(api.submitOnboarding, { body: { final } })).body.id;
    },
    contract: async (id: string) => {
      const params = { id };
      const draft = async () => (await owner.call(api.getContractAsStudio, { params })).body.contract.draft;
      const body = { total: 4_800, source: 'made', link: '', terms: sampleTerms };
      await owner.call(api.saveContract, {
        params,
        body: { revision: (await draft()).revision, ...body },
      });
      await owner.call(api.sendContract, { params, body: { revision: (await draft()).revision } });
    },
    invoice: async (id: string, dueOn: string) => {
      const params = { id };
      await owner.call(api.createInvoice, { params, body: { ...sampleInvoice, dueOn } });
      const [newest] = (await owner.call(api.listInvoicesAsStudio, { params })).body.items;
      const invoiceId = newest?.id ?? '';
      await owner.call(api.sendInvoice, { params: { id, invoiceId }, body: { revision: 1 } });
      return invoiceId;
    },
    pay: (id: string, invoiceId: string) =>
      owner.call(api.recordPayment, {
        params: { id, invoiceId },
        body: { amount: 9_580, on: app.clock.now().toISOString().slice(0, 10) },
      }),
    /** Makes a milestone and sends it for review; gives its id. */
    review: async (id: string, title: string) => {
      const params = { id };
      const body = { title, due: null, published: true };
      const { milestone } = (await owner.call(api.createMilestone, { params, body })).body;
      const at = { params: { id, milestoneId: milestone.id } };
      await owner.call(api.setMilestoneStatus, { ...at, body: { status: 'in_progress', revision: 1 } });
      await owner.call(api.setMilestoneStatus, { ...at, body: { status: 'in_review', revision: 2 } });
      return milestone.id as string;
    },
    /** Asks for something, and later again. */
    request: (id: string, title: string, due: string | null) => ask({ owner, projectId: id }, { title, due }),
    requestAgain: (id: string, { id: requestId, revision }: { id: string; revision: number }) =>
      owner.call(api.askAgain, { params: { id, requestId }, body: { reason: 'Larger.', revision } }),
    message: (id: string) =>
      owner.call(api.sendMessageAsStudio, { params: { id }, body: { body: 'A question.', key: newId() } }),
    /** Reads a project's messages. */
    read: async (client: TestUser, id: string) => {
      const { items } = (await client.call(api.listMessages, { params: { id }, query: {} })).body;
      const upTo = items.at(-1)?.id ?? '';
      await client.call(api.markMessagesRead, { params: { id }, body: { upTo } });
    },
    draft: async (client: TestUser, timezone: string) => {
      await client.call(api.saveOnboarding, { body: { step: 2, data: { company: 'Second', timezone } } });
    },
    pauseProject: (id: string, paused: boolean) =>
      owner.call(api.pauseProjectReminders, { params: { id }, body: { paused } }),
    /** Every reminder's mail: the hour, to whom, and its subject. */
    mails: async () =>
      (await read()).map(
        ({ created_at, recipient, subject }) =>
          `${created_at.slice(0, 13)} ${recipient.split('@')[0]}: ${subject}`,
      ),
    mailTo: async (name: string, subject: string) => {
      const mails = await read();
      const found = mails.find((mail) => mail.recipient.startsWith(name) && mail.subject.startsWith(subject));
      if (!found) throw new Error(`No mail to ${name}: ${subject}`);
      return found;
    },
  };
}
