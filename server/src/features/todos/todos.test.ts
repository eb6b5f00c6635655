import { api } from '@atelier/domain/api.ts';
import { MAX_OPEN_TODOS } from '@atelier/domain/todos/rules.ts';
import type { AddTodo } from '@atelier/domain/todos/schema.ts';
import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { makeSubjects } from '../../../test/samples/all-samples.ts';
import { newId } from '../../platform/ids.ts';

const add = async (user: TestUser, body: AddTodo) => (await user.call(api.addTodo, { body })).body.todo;
const open = async (user: TestUser) =>
  (await user.call(api.listTodos)).body.items.map(({ text, about }) => [text, about?.title ?? null]);
const about = async (user: TestUser, id: string) =>
  (await user.call(api.listTodosAbout, { params: { id } })).body.items.map(({ text, doneAt }) => [
    text,
    doneAt !== null,
  ]);

describe('to-dos', () => {
  describeEachEngine((engine) => {
    it('are listed with the soonest due first, of a project, an enquiry or on their own', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { projectId, enquiryId, todoId } = await makeSubjects(app, ada);
      await owner.call(api.deleteTodo, { params: { id: todoId } });
      await add(owner, { text: 'Whenever' });
      await add(owner, { text: 'Call her', due: '2026-03-04', about: enquiryId });
      await add(owner, { text: 'Send the invoice', due: '2026-03-01', about: projectId });
      expect(await open(owner)).toEqual([
        ['Send the invoice', 'Acme · Care'],
        ['Call her', 'Ada'],
        ['Whenever', null],
      ]);
      expect(await about(owner, projectId)).toEqual([['Send the invoice', false]]);
      expect(await about(owner, enquiryId)).toEqual([['Call her', false]]);
      expect((await owner.call(api.listTodosAbout, { params: { id: newId() } })).status).toBe(404);
      expect((await owner.call(api.addTodo, { body: { text: 'x', about: newId() } })).status).toBe(404);
    });

    it('leave the open ones when they are done, stay with their project, and can be opened again', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { projectId, todoId } = await makeSubjects(app, ada);
      await owner.call(api.deleteTodo, { params: { id: todoId } });
      const { id } = await add(owner, { text: 'Send the invoice', about: projectId });
      await add(owner, { text: 'Ask for texts', about: projectId });
      const set = (done: boolean) => owner.call(api.changeTodo, { params: { id }, body: { done } });
      const done = (await set(true)).body.todo;
      expect(done.doneAt).toBe(app.clock.now().toISOString());
      app.clock.advance(60);
      expect((await set(true)).body.todo).toEqual(done);
      expect(await open(owner)).toEqual([['Ask for texts', 'Acme · Care']]);
      expect(await about(owner, projectId)).toEqual([
        ['Ask for texts', false],
        ['Send the invoice', true],
      ]);
      expect((await set(false)).body.todo.doneAt).toBeNull();
      expect(await open(owner)).toHaveLength(2);
    });

    it('can be changed and deleted', async () => {
      await using app = await createTestApp({ engine });
      const owner = await app.signInOwner();
      const { id } = await add(owner, { text: 'Call', due: '2026-03-04' });
      const change = (body: object) => owner.call(api.changeTodo, { params: { id }, body });
      expect((await change({ text: 'Write', due: '' })).body.todo).toMatchObject({
        text: 'Write',
        due: null,
      });
      expect((await change({ due: '2026-02-30' })).status).toBe(400);
      expect((await change({})).status).toBe(400);
      expect((await owner.call(api.deleteTodo, { params: { id } })).body).toEqual({ deleted: true });
      const gone = await change({ text: 'Write' });
      expect([gone.status, gone.body.message]).toEqual([404, 'This to-do no longer exists.']);
    });

    it('are one when the same key is sent twice', async () => {
      await using app = await createTestApp({ engine });
      const owner = await app.signInOwner();
      const key = newId();
      const first = await add(owner, { text: 'Once', key });
      expect(await add(owner, { text: 'Once', key })).toEqual(first);
      expect(await open(owner)).toHaveLength(1);
    });

    it(`are at most ${MAX_OPEN_TODOS} at a time`, async () => {
      await using app = await createTestApp({ engine });
      const owner = await app.signInOwner();
      const { id } = await add(owner, { text: 'First' });
      const one = await app.db.selectFrom('todos').selectAll().executeTakeFirstOrThrow();
      const more = Array.from({ length: MAX_OPEN_TODOS - 1 }, () => newId());
      await app.db
        .insertInto('todos')
        .values(more.map((each) => ({ ...one, id: each, client_key: each })))
        .execute();
      const refused = await owner.call(api.addTodo, { body: { text: 'One more' } });
      expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
      await owner.call(api.changeTodo, { params: { id }, body: { done: true } });
      expect((await owner.call(api.addTodo, { body: { text: 'One more' } })).status).toBe(201);
      const reopened = await owner.call(api.changeTodo, { params: { id }, body: { done: false } });
      expect(reopened.body.code).toBe('limit_reached');
    });

    it('go with their project or enquiry', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { projectId, enquiryId } = await makeSubjects(app, ada);
      await add(owner, { text: 'About her', about: enquiryId });
      await add(owner, { text: 'On its own' });
      await owner.call(api.deleteProject, { params: { id: projectId } });
      await app.db.deleteFrom('enquiries').where('id', '=', enquiryId).execute();
      expect(await open(owner)).toEqual([['On its own', null]]);
    });

    it('are recorded in the audit by what they are about, without their words', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const { enquiryId } = await makeSubjects(app, ada);
      const { id } = await add(owner, { text: 'Secret', about: enquiryId, due: '2026-03-04' });
      await owner.call(api.changeTodo, { params: { id }, body: { done: true } });
      await add(owner, { text: 'Secret' });
      const { items } = (await owner.call(api.listAdminActions)).body;
      expect(items.map(({ says, detail }) => [says, detail])).toEqual([
        ['added a to-do', {}],
        ['changed a to-do about Ada to done', {}],
        ['added a to-do about Ada', { due: '2026-03-04' }],
      ]);
      expect(JSON.stringify(items)).not.toContain('Secret');
    });
  });
});
