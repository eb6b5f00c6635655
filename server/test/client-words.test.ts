import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { describeAnyEngine } from './harness/database.ts';
import { bring, writeMail } from './harness/mail-domains.ts';
import { setUpMailIn } from './harness/mail-in.ts';
import { createTestApp, type TestUser } from './harness/test-app.ts';
import { sampleBrief } from './samples/projects.ts';

/** Four bytes a letter. */
const LONG = '🍵'.repeat(4_900);

const submit = async (client: TestUser) =>
  (await client.call(api.submitOnboarding, { body: { final: sampleBrief } })).body.id;

const write = (by: TestUser, id: string, body = LONG, key = newId()) =>
  by.call(api.sendMessage, { params: { id }, body: { body, key } });

describeAnyEngine((engine) => {
  it('an account writes two megabytes a day, in all of its projects together, and more the day after', async () => {
    await using app = await createTestApp({ engine, env: { RATE_LIMIT_SCALE: '1' } });
    const ada = await app.signIn();
    const [id, other] = [await submit(ada), await submit(ada)];
    const statuses: number[] = [];
    for (let n = 0; n < 110; n++) {
      app.clock.advance(10);
      statuses.push((await write(ada, id)).status);
    }
    const sent = statuses.filter((status) => status === 201).length;
    expect(sent * 19_600).toBeGreaterThan(1_900_000);
    expect(sent * 19_600).toBeLessThan(2_100_000);
    const refused = await write(ada, other);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.message).toMatch(/^That’s more text than one day takes\. Keep what you wrote/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    // Another client, the studio, and what needs no words go on.
    const ben = await app.signIn();
    expect((await write(ben, await submit(ben))).status).toBe(201);
    const owner = await app.signInOwner();
    for (let n = 0; n < 2; n++) {
      const reply = { params: { id }, body: { body: LONG, key: newId() } };
      expect((await owner.call(api.sendMessageAsStudio, reply)).status).toBe(201);
    }
    app.clock.advance(24 * 3_600);
    expect((await write(ada, id)).status).toBe(201);
  });

  it('words that were not stored count for nothing', async () => {
    await using app = await createTestApp({ engine, env: { RATE_LIMIT_SCALE: '1' } });
    const ada = await app.signIn();
    const id = await submit(ada);
    const key = newId();
    expect((await write(ada, id, 'First', key)).status).toBe(201);
    for (let n = 0; n < 110; n++) {
      app.clock.advance(10);
      // The key of another message.
      expect((await write(ada, id, LONG, key)).status).toBe(409);
    }
    expect((await write(ada, id)).status).toBe(201);
  });

  it('at the disk’s reserve clients write nothing more, while they read and delete', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const id = await submit(ada);
    app.reachReserve();
    const brief = { final: sampleBrief };
    for (const refused of [await write(ada, id), await ada.call(api.submitOnboarding, { body: brief })]) {
      expect([refused.status, refused.body.code]).toEqual([507, 'insufficient_storage']);
      expect(refused.body.message).toContain('Keep what you wrote');
    }
    // One line says it for both.
    expect(app.takeLoggedErrors()).toHaveLength(1);
    const owner = await app.signInOwner();
    const reply = { params: { id }, body: { body: 'Sorry, the disk is full.', key: newId() } };
    expect((await owner.call(api.sendMessageAsStudio, reply)).status).toBe(201);
    expect((await ada.call(api.listMyProjects)).status).toBe(200);
    expect((await ada.call(api.deleteOwnProject, { params: { id } })).status).toBe(200);
  });

  it('a client’s words by mail count as those that are written here', async () => {
    const { app, client, port, replyAddress, list } = await setUpMailIn(engine, { RATE_LIMIT_SCALE: '1' });
    await using _ = app;
    const to = await replyAddress('client');
    const long = writeMail({ from: client.email, to, text: 'Words. '.repeat(10_000) });
    const answers: string[] = [];
    for (let n = 0; n < 52; n += 1) {
      app.clock.advance(60);
      answers.push((await bring(port, long, { from: client.email, to })).slice(0, 3));
    }
    const taken = answers.filter((answer) => answer === '250').length;
    expect(taken).toBeGreaterThanOrEqual(49);
    expect(answers.at(-1)).toBe('452');
    await app.whenIdle();
    app.clock.advance(24 * 3_600);
    expect(await bring(port, long, { from: client.email, to })).toMatch(/^250/);
    await app.whenIdle();
    expect((await list()).items.length).toBeGreaterThan(0);
  });
});
