import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';
import { makeSubjects } from '../../../test/samples/all-samples.ts';
import { formWith } from '../../../test/samples/files.ts';
import { newId } from '../../platform/ids.ts';

const DAY = 24 * 3_600;

describe('the audit', () => {
  describeEachEngine((engine) => {
    it('records who did what to what, when and from where', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { enquiryId, projectId } = await makeSubjects(app, ada);
      await owner.call(api.setEnquiryStatus, { params: { id: enquiryId }, body: { status: 'read' } });
      await owner.call(api.sendMessageAsStudio, { params: { id: projectId }, body: { body: 'Hello' } });
      app.clock.advance(60);
      await owner.call(api.deleteProject, { params: { id: projectId } });
      const { body } = await owner.call(api.listAdminActions);
      expect(body).toEqual({
        hasOlder: false,
        items: [
          expect.objectContaining({
            says: 'deleted the project Acme · Care',
            subject: { kind: 'project', id: projectId, title: 'Acme · Care' },
            outcome: 'done',
            createdAt: app.clock.now().toISOString(),
          }),
          expect.objectContaining({
            says: 'wrote a message to the client of Acme · Care',
            subject: { kind: 'project', id: projectId, title: 'Acme · Care' },
            detail: {},
          }),
          expect.objectContaining({
            says: 'marked the enquiry of Ada as read',
            parts: [
              { text: 'marked the enquiry of ', names: null },
              { text: 'Ada', names: 'subject' },
              { text: ' as ', names: null },
              { text: 'read', names: null },
            ],
            action: 'PATCH /contact/:id/status',
            actor: { id: owner.id, email: owner.email, name: owner.email.split('@')[0] },
            subject: { kind: 'enquiry', id: enquiryId, title: 'Ada' },
            detail: {},
            outcome: 'done',
            refusal: null,
            address: '127.0.0.1',
          }),
        ],
      });
    });

    it('records the title that a milestone, file or message has at the time of an action', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { projectId: id, milestoneId, studioFileId: fileId, messageId } = await makeSubjects(app, ada);
      const milestone = { params: { id, milestoneId } };
      const sent = await owner.call(api.sendFileAsStudio, {
        params: { id },
        body: formWith('logo.svg', '<svg/>'),
      });
      await owner.call(api.replaceFile, { params: { id, fileId }, body: formWith('b.txt', 'B.') });
      await owner.call(api.deleteFile, { params: { id, fileId } });
      await owner.call(api.noteAnswer, { params: { id }, body: { answer: 'not_needed', upTo: messageId } });
      const written = await owner.call(api.sendMessageAsStudio, { params: { id }, body: { body: 'Hello' } });
      const made = await owner.call(api.createMilestone, { params: { id }, body: { title: 'Launch' } });
      await owner.call(api.updateMilestone, { ...milestone, body: { title: 'The look' } });
      await owner.call(api.setMilestoneStatus, { ...milestone, body: { status: 'blocked', revision: 1 } });
      const moved = await owner.call(api.setMilestoneStatus, { ...milestone, body: { status: 'blocked' } });
      await owner.call(api.undoMilestoneMove, {
        ...milestone,
        body: { revision: moved.body.undo?.revision ?? 0 },
      });
      await owner.call(api.deleteMilestone, milestone);
      await owner.call(api.deleteMilestone, milestone);
      const { items } = (await owner.call(api.listAdminActions, { query: { subject: id } })).body;
      const shown = items.map(({ says, item, outcome }) => [says, item, outcome]);
      const look = { kind: 'milestone', id: milestoneId, title: 'The look' };
      const file = { kind: 'file', id: fileId, title: 'a.png' };
      expect(shown.toReversed()).toEqual([
        [
          'delivered the file “logo.svg” to Acme · Care',
          { kind: 'file', id: sent.body.file.id, title: 'logo.svg' },
          'done',
        ],
        ['replaced the file “a.png” of Acme · Care', file, 'done'],
        ['deleted the file “b.txt” of Acme · Care', { ...file, title: 'b.txt' }, 'done'],
        [
          'marked a message of Acme · Care as in no need of an answer',
          { kind: 'message', id: messageId, title: null },
          'done',
        ],
        [
          'wrote a message to the client of Acme · Care',
          { kind: 'message', id: written.body.message.id, title: null },
          'done',
        ],
        [
          'added the milestone “Launch” to the plan of Acme · Care',
          { kind: 'milestone', id: made.body.milestone.id, title: 'Launch' },
          'done',
        ],
        ['changed the milestone “A first look” of Acme · Care', { ...look, title: 'A first look' }, 'done'],
        ['tried to move the milestone “The look” of Acme · Care to “blocked”', look, 'conflict'],
        ['moved the milestone “The look” of Acme · Care to “blocked”', look, 'done'],
        ['undid the last move of the milestone “The look” of Acme · Care', look, 'done'],
        ['deleted the milestone “The look” of Acme · Care', look, 'done'],
        ['tried to delete a milestone of Acme · Care', { ...look, title: null }, 'not_found'],
      ]);
    });

    it('records refused actions with their reason, but no reads or invalid requests', async () => {
      await using app = await createTestApp({ engine });
      const owner = await app.signInOwner();
      const missing = newId();
      await owner.call(api.deleteProject, { params: { id: missing } });
      await owner.call(api.changeUser, { params: { id: owner.id }, body: { role: 'client' } });
      await owner.call(api.changeUser, { params: { id: owner.id }, body: { role: 'no' as 'client' } });
      await owner.call(api.listProjects);
      const { items } = (await owner.call(api.listAdminActions)).body;
      expect(items.map(({ says, outcome, refusal }) => [says, outcome, refusal])).toEqual([
        [
          `tried to change the account of ${owner.email}`,
          'last_admin',
          'This is the last admin. Make someone else an admin first, so the studio isn’t locked out.',
        ],
        [`tried to delete the project #${missing.slice(-6)}`, 'not_found', 'Not found.'],
      ]);
    });

    it('records no action by a client, or by an admin on their own project', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { projectId } = await makeSubjects(app, ada);
      const own = await makeSubjects(app, owner);
      await ada.call(api.deleteOwnProject, { params: { id: projectId } });
      await owner.call(api.deleteOwnProject, { params: { id: own.projectId } });
      expect((await owner.call(api.listAdminActions)).body.items).toEqual([]);
      const foreign = await makeSubjects(app, ada);
      await owner.call(api.deleteOwnProject, { params: { id: foreign.projectId } });
      expect((await owner.call(api.listAdminActions)).body.items).toHaveLength(1);
    });

    it('lists entries in pages, by subject and by actor', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { enquiryId } = await makeSubjects(app, ada);
      for (const status of ['read', 'archived', 'new'] as const) {
        await owner.call(api.setEnquiryStatus, { params: { id: enquiryId }, body: { status } });
      }
      const statuses = async (query: Record<string, unknown>) => {
        const { body } = await owner.call(api.listAdminActions, { query });
        return [body.items.map(({ says }) => says.split(' ').at(-1)), body.hasOlder];
      };
      expect(await statuses({ limit: 2 })).toEqual([['new', 'archived'], true]);
      const [, second] = (await owner.call(api.listAdminActions)).body.items;
      expect(await statuses({ limit: 2, before: second?.id ?? '' })).toEqual([['read'], false]);
      expect(await statuses({ subject: enquiryId, by: owner.id })).toEqual([
        ['new', 'archived', 'read'],
        false,
      ]);
      expect(await statuses({ subject: newId() })).toEqual([[], false]);
      expect(await statuses({ by: ada.id })).toEqual([[], false]);
    });

    it('deletes entries after AUDIT_KEEP_DAYS', async () => {
      await using app = await createTestApp({ engine, env: { AUDIT_KEEP_DAYS: '30' } });
      const owner = await app.signInOwner();
      const outcomes = async () => {
        await app.instance.jobs.runDue();
        const { items } = (await owner.call(api.listAdminActions)).body;
        return items.map((item: { outcome: string }) => item.outcome);
      };
      await owner.call(api.deleteProject, { params: { id: newId() } });
      app.clock.advance(29 * DAY);
      await owner.call(api.changeUser, { params: { id: owner.id }, body: { role: 'client' } });
      expect(await outcomes()).toEqual(['last_admin', 'not_found']);
      app.clock.advance(DAY);
      expect(await outcomes()).toEqual(['last_admin']);
    });

    it("shows an action that a stopped server didn't end as unknown", async () => {
      await using app = await createTestApp({ engine });
      const owner = await app.signInOwner();
      await owner.call(api.deleteProject, { params: { id: newId() } });
      await app.db.updateTable('admin_actions').set({ outcome: null }).execute();
      expect((await owner.call(api.listAdminActions)).body.items[0]?.outcome).toBe('unknown');
    });

    it('tells entries from before it had names, kinds and reasons', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { projectId } = await makeSubjects(app, ada);
      await owner.call(api.archiveProject, { params: { id: projectId } });
      const old = { actor_name: null, subject_kind: null, refusal: null, outcome: 'conflict' };
      await app.db.updateTable('admin_actions').set(old).execute();
      expect((await owner.call(api.listAdminActions)).body.items[0]).toMatchObject({
        says: 'tried to archive the project Acme · Care',
        actor: { name: owner.email },
        subject: { kind: 'project', id: projectId },
        outcome: 'conflict',
        refusal: null,
      });
    });
  });

  /** Calls that only follow an admin’s reading or typing: recording them would bury the changes. */
  const UNNOTED = new Set(['markMessagesReadAsStudio', 'previewContract']);

  it('has a label for every admin call that changes data', () => {
    const unnoted = Object.entries(api)
      .filter(([, { access, method }]) => ['admin', 'project'].includes(access) && method !== 'GET')
      .filter(([name, endpoint]) => !('audit' in endpoint) && !UNNOTED.has(name))
      .map(([name]) => name);
    expect(unnoted).toEqual([]);
  });
});
