import { api } from '@atelier/domain/api.ts';
import { MAX_NOTES } from '@atelier/domain/notes/rules.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { closeStreams, openStream } from '../../../test/harness/live-client.ts';
import { createTestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { makeSubjects } from '../../../test/samples/all-samples.ts';
import { newId } from '../../platform/ids.ts';

const write = (user: TestUser, id: string, body: string, key?: string) =>
  user.call(api.addNote, { params: { id }, body: { body, ...(key && { key }) } });
const bodies = async (user: TestUser, id: string) =>
  (await user.call(api.listNotes, { params: { id } })).body.items.map((note: { body: string }) => note.body);

afterEach(closeStreams);

describe('notes', () => {
  describeEachEngine((engine) => {
    it('are listed newest first with their author and time, of a project and of an enquiry', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { projectId, enquiryId, noteId } = await makeSubjects(app, ada);
      await owner.call(api.deleteNote, { params: { id: noteId } });
      await write(owner, projectId, 'Pays late.');
      app.clock.advance(60);
      const { note } = (await write(owner, projectId, '  Prefers\r\nthe telephone. ')).body;
      await write(owner, enquiryId, 'Knows Acme.');
      expect(note).toMatchObject({
        body: 'Prefers\nthe telephone.',
        authorName: owner.email.split('@')[0],
        createdAt: app.clock.now().toISOString(),
        editedAt: null,
      });
      expect(await bodies(owner, projectId)).toEqual(['Prefers\nthe telephone.', 'Pays late.']);
      expect(await bodies(owner, enquiryId)).toEqual(['Knows Acme.']);
      expect((await owner.call(api.listNotes, { params: { id: newId() } })).status).toBe(404);
    });

    it('can be changed and deleted, and are gone afterwards', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { noteId: id } = await makeSubjects(app, ada);
      const edited = await owner.call(api.editNote, { params: { id }, body: { body: 'New words' } });
      expect(edited.body.note).toMatchObject({
        body: 'New words',
        editedAt: app.clock.now().toISOString(),
      });
      app.clock.advance(60);
      const same = await owner.call(api.editNote, { params: { id }, body: { body: 'New words' } });
      expect(same.body).toEqual(edited.body);
      const blind = { body: 'Mine', seen: 'Words of before' };
      const refused = await owner.call(api.editNote, { params: { id }, body: blind });
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'The note was changed meanwhile. Save again to replace those words.',
      ]);
      const knowing = { body: 'Mine', seen: 'New words' };
      expect((await owner.call(api.editNote, { params: { id }, body: knowing })).body.note.body).toBe('Mine');
      expect((await owner.call(api.editNote, { params: { id }, body: { body: ' ' } })).status).toBe(400);
      expect((await owner.call(api.deleteNote, { params: { id } })).body).toEqual({ deleted: true });
      const again = await owner.call(api.deleteNote, { params: { id } });
      expect([again.status, again.body.message]).toEqual([404, 'This note no longer exists.']);
    });

    it('are one when the same key is sent twice, and refused when the key is another’s', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { enquiryId, projectId } = await makeSubjects(app, ada);
      const key = newId();
      const [first, second] = [
        await write(owner, enquiryId, 'Once', key),
        await write(owner, enquiryId, 'Once', key),
      ];
      expect(second.body).toEqual(first.body);
      expect(await bodies(owner, enquiryId)).toEqual(['Once']);
      expect((await write(owner, projectId, 'Once', key)).status).toBe(409);
    });

    it(`are at most ${MAX_NOTES} about one subject`, async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { enquiryId, noteId } = await makeSubjects(app, ada);
      const one = await app.db.selectFrom('notes').selectAll().where('id', '=', noteId).executeTakeFirst();
      const many = Array.from({ length: MAX_NOTES }, () => newId()).map((id) => {
        return { ...one, id, client_key: id, project_id: null, enquiry_id: enquiryId };
      });
      await app.db
        .insertInto('notes')
        .values(many as never)
        .execute();
      const refused = await write(owner, enquiryId, 'One more');
      expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    });

    it('are found by any part of their words, with what they are about, and not once deleted', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { enquiryId, projectId } = await makeSubjects(app, ada);
      const find = async (q: string) =>
        (await owner.call(api.searchNotes, { query: { q } })).body.items.map(({ body, about }) => [
          body,
          about.kind,
          about.title,
        ]);
      const { note } = (await write(owner, projectId, 'Wants a Café at 100%')).body;
      await write(owner, enquiryId, 'No cafeteria, please');
      expect(await find('CAFE')).toEqual([
        ['No cafeteria, please', 'enquiry', 'Ada'],
        ['Wants a Café at 100%', 'project', 'Acme · Care'],
      ]);
      expect(await find('00%')).toEqual([['Wants a Café at 100%', 'project', 'Acme · Care']]);
      expect(await find('wa')).toEqual([['Wants a Café at 100%', 'project', 'Acme · Care']]);
      await owner.call(api.editNote, { params: { id: note.id }, body: { body: 'Wants a bar' } });
      expect(await find('cafe')).toEqual([['No cafeteria, please', 'enquiry', 'Ada']]);
      await owner.call(api.deleteProject, { params: { id: projectId } });
      expect(await find('bar')).toEqual([]);
      expect((await owner.call(api.searchNotes, { query: { q: ' ' } })).status).toBe(400);
    });

    it('go with their project or enquiry, and leave no words in the search', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { enquiryId, projectId } = await makeSubjects(app, ada);
      await write(owner, projectId, 'About the project');
      await write(owner, enquiryId, 'About the enquiry');
      await owner.call(api.deleteProject, { params: { id: projectId } });
      await app.db.deleteFrom('enquiries').where('id', '=', enquiryId).execute();
      expect(await app.db.selectFrom('notes').selectAll().execute()).toEqual([]);
      expect((await owner.call(api.searchNotes, { query: { q: 'about' } })).body.items).toEqual([]);
    });

    it('keep the name of an author whose account is deleted', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { enquiryId } = await makeSubjects(app, ada);
      const kim = await app.signIn({ username: 'kim' });
      await kim.call(api.getMe);
      await owner.call(api.changeUser, { params: { id: kim.id }, body: { role: 'admin' } });
      await write(kim, enquiryId, 'I know her.');
      await kim.call(api.deleteMyAccount);
      const { items } = (await owner.call(api.listNotes, { params: { id: enquiryId } })).body;
      expect(items).toMatchObject([{ body: 'I know her.', authorName: 'kim' }]);
    });

    it('security: never reach a client: not by a call, a mail, an export or a live event', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { projectId, enquiryId, noteId } = await makeSubjects(app, ada);
      await app.drainOutbox();
      const mails = app.mails.length;
      const origin = await app.listen();
      const [client, studio] = [await openStream(origin, ada), await openStream(origin, owner)];
      const secret = 'Difficult-client-9931';
      await write(owner, projectId, secret);
      await owner.call(api.addTodo, { body: { text: secret, about: projectId } });
      await owner.call(api.addTodo, { body: { text: secret, about: enquiryId } });
      // The message comes after them, on both streams.
      await owner.call(api.sendMessageAsStudio, { params: { id: projectId }, body: { body: 'Hello' } });
      for (const kind of ['notes_changed', 'todos_changed', 'todos_changed', 'message_sent']) {
        expect((await studio.next()).kind).toBe(kind);
      }
      expect((await client.next()).kind).toBe('message_sent');
      const copy = await ada.call(api.exportMyData);
      expect(JSON.stringify(copy.body)).not.toContain(secret);
      const activity = await ada.call(api.listActivity, { params: { id: projectId } });
      expect(JSON.stringify(activity.body)).not.toContain(secret);
      await app.drainOutbox();
      expect(JSON.stringify(app.mails.slice(mails))).not.toContain(secret);
      for (const reply of [
        await ada.call(api.listNotes, { params: { id: projectId } }),
        await ada.call(api.searchNotes, { query: { q: secret } }),
        await ada.call(api.editNote, { params: { id: noteId }, body: { body: 'x' } }),
        await ada.call(api.listTodosAbout, { params: { id: projectId } }),
      ]) {
        expect(reply.status).toBe(403);
      }
    });

    it('are recorded in the audit by what they are about, without their words', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { enquiryId, noteId } = await makeSubjects(app, ada);
      await write(owner, enquiryId, 'Secret words');
      await owner.call(api.editNote, { params: { id: noteId }, body: { body: 'Secret words' } });
      await owner.call(api.deleteNote, { params: { id: noteId } });
      await owner.call(api.deleteNote, { params: { id: noteId } });
      const { items } = (await owner.call(api.listAdminActions)).body;
      expect(items.map(({ says, subject }) => [says, subject?.kind])).toEqual([
        ['tried to delete a note', null],
        ['deleted a note about Acme · Care', 'project'],
        ['changed a note about Acme · Care', 'project'],
        ['wrote a note about Ada', 'enquiry'],
      ]);
      expect(JSON.stringify(items)).not.toContain('Secret');
    });
  });
});
