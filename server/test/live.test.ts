import { api } from '@atelier/domain/api.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { publishLive } from '../src/core/projects/live-events.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { describeEachEngine } from './harness/database.ts';
import {
  closeStreams,
  openStream,
  openStreamAfter,
  submitBrief,
  writeMessage,
} from './harness/live-client.ts';
import { createTestApp, type TestApp, type TestUser } from './harness/test-app.ts';

afterEach(closeStreams);

const publish = (app: TestApp, news: Parameters<typeof publishLive>[2], isUndone = false) =>
  transaction(app.db, async (trx) => {
    await publishLive(trx, app.instance.platform.events, news);
    if (isUndone) throw new Error('undone');
  });

describe('the stream of live events', () => {
  describeEachEngine((engine) => {
    it("begins with the missed events, or with a resync when they aren't known", async () => {
      await using app = await createTestApp({ engine });
      const [ada, eve] = [await app.signIn(), await app.signIn()];
      const [hers, eves] = [await submitBrief(ada), await submitBrief(eve)];
      const origin = await app.listen();
      await openStream(origin, ada);
      app.clock.advance(10);
      await writeMessage(eve, eves);
      await writeMessage(ada, hers);
      app.clock.advance(10);
      const openAfter = ({ token }: TestUser, missed = 15_000) => openStreamAfter(origin, token, missed);
      const [client, stranger] = [await openAfter(ada), await openAfter(eve)];
      expect(await client.next()).toMatchObject({ kind: 'message_sent', projectId: hers });
      expect(await stranger.next()).toMatchObject({ kind: 'message_sent', projectId: eves });
      await writeMessage(ada, hers, 'Again');
      expect(await client.next()).toMatchObject({ kind: 'message_sent', projectId: hers });

      expect((await (await openAfter(ada, 25_000)).next()).kind).toBe('resync');
      expect((await openAfter(ada, -1)).status).toBe(400);
    });

    it('goes on from the place of an earlier stream, however late its reader comes', async () => {
      await using app = await createTestApp({ engine });
      const [ada, eve] = [await app.signIn(), await app.signIn()];
      const [hers, eves] = [await submitBrief(ada), await submitBrief(eve)];
      const origin = await app.listen();
      const stream = await openStream(origin, ada);
      for (const body of ['One', 'Two']) await writeMessage(ada, hers, body);
      const heard = [await stream.next(), await stream.next()];
      const place = stream.place();
      stream.close();
      const expected: unknown[] = [];
      const witness = await openStream(origin, ada);
      for (const body of ['Three', 'Four']) {
        await writeMessage(eve, eves, body);
        await writeMessage(ada, hers, body);
        expected.push(await witness.next());
      }
      app.clock.advance(3_600);
      const again = await openStreamAfter(origin, ada.token, place);
      expect([await again.next(), await again.next()]).toEqual(expected);
      await writeMessage(ada, hers, 'Five');
      expect(heard).not.toContainEqual(await again.next());
      expect((await (await openStreamAfter(origin, ada.token, `x${place}`)).next()).kind).toBe('resync');
      expect((await openStreamAfter(origin, ada.token, 'x'.repeat(65))).status).toBe(400);
    });

    it("sends a project's events to both sides alone", async () => {
      await using app = await createTestApp({ engine });
      const [ada, eve, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
      const [hers, eves] = [await submitBrief(ada), await submitBrief(eve)];
      const origin = await app.listen();
      const [client, stranger, studio] = [
        await openStream(origin, ada),
        await openStream(origin, eve),
        await openStream(origin, owner),
      ];
      await writeMessage(ada, hers);
      const event = { id: expect.any(String), kind: 'message_sent', projectId: hers };
      expect(await client.next()).toEqual(event);
      expect(await studio.next()).toEqual(event);
      // The stranger's stream works: its first event is her own.
      await writeMessage(eve, eves);
      expect(await stranger.next()).toMatchObject({ projectId: eves });
      expect(await studio.next()).toMatchObject({ projectId: eves });
    });

    it('sends an admin each event of their own project once', async () => {
      await using app = await createTestApp({ engine });
      const owner = await app.signInOwner();
      const projectId = await submitBrief(owner);
      const studio = await openStream(await app.listen(), owner);
      for (const kind of ['file_added', 'milestone_added'] as const) await publish(app, { projectId, kind });
      expect([(await studio.next()).kind, (await studio.next()).kind]).toEqual([
        'file_added',
        'milestone_added',
      ]);
    });

    it('sends no rolled-back change, no drafts or notes to the client, and no reading to others', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const projectId = await submitBrief(ada);
      const origin = await app.listen();
      const [client, studio] = [await openStream(origin, ada), await openStream(origin, owner)];
      await expect(publish(app, { projectId, kind: 'contract_sent' }, true)).rejects.toThrow('undone');
      await publish(app, { projectId, kind: 'milestone_added', studioOnly: true });
      const { message } = (await writeMessage(ada, projectId)).body;
      const body = { answer: 'not_needed', upTo: message.id } as const;
      // Repeating it causes one event.
      for (const _ of [1, 2]) await owner.call(api.noteAnswer, { params: { id: projectId }, body });
      await publish(app, { projectId, kind: 'messages_read', onlyFor: ada.id });
      await publish(app, { projectId, kind: 'file_added' });
      expect((await client.next()).kind).toBe('message_sent');
      expect([(await client.next()).kind, (await client.next()).kind]).toEqual([
        'messages_read',
        'file_added',
      ]);
      for (const kind of ['milestone_added', 'message_sent', 'answer_noted', 'file_added']) {
        expect((await studio.next()).kind).toBe(kind);
      }
    });

    it('notifies both sides alone when a project is deleted', async () => {
      await using app = await createTestApp({ engine });
      const [ada, eve, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
      const [first, second, eves] = [await submitBrief(ada), await submitBrief(ada), await submitBrief(eve)];
      const origin = await app.listen();
      const [client, stranger, studio] = [
        await openStream(origin, ada),
        await openStream(origin, eve),
        await openStream(origin, owner),
      ];
      const gone = (projectId: string) => ({ id: expect.any(String), kind: 'project_deleted', projectId });
      await owner.call(api.deleteProject, { params: { id: first } });
      expect(await client.next()).toEqual(gone(first));
      expect(await studio.next()).toEqual(gone(first));
      await ada.call(api.deleteOwnProject, { params: { id: second } });
      expect(await client.next()).toEqual(gone(second));
      expect(await studio.next()).toEqual(gone(second));
      // The stranger's stream works: its first event is her own.
      await writeMessage(eve, eves);
      expect(await stranger.next()).toMatchObject({ projectId: eves });
      expect(await studio.next()).toMatchObject({ projectId: eves });
      await eve.call(api.deleteMyAccount);
      expect(await studio.next()).toEqual(gone(eves));
    });

    it('notifies the studio alone when an enquiry arrives', async () => {
      await using app = await createTestApp({ engine });
      const [ada, owner] = [await app.signIn(), await app.signInOwner()];
      const hers = await submitBrief(ada);
      const origin = await app.listen();
      const [client, studio] = [await openStream(origin, ada), await openStream(origin, owner)];
      const body = { name: 'Vera', email: 'vera@visitor.example', message: 'A shop, please.' };
      await owner.call(api.createEnquiry, { body });
      await owner.call(api.createEnquiry, { body: { ...body, botfield: 'a robot' } });
      await writeMessage(ada, hers);
      expect(await studio.next()).toEqual({
        id: expect.any(String),
        kind: 'enquiry_received',
        projectId: null,
      });
      expect((await studio.next()).kind).toBe('message_sent');
      // The client's stream works: its first event is about the project.
      expect((await client.next()).kind).toBe('message_sent');
    });
  });
});
