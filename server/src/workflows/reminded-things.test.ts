import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/harness/database.ts';
import { bringColleague, openWaits } from '../../test/harness/reminders.ts';
import { answer, seenBy } from '../../test/harness/request-scene.ts';
import { createTestApp } from '../../test/harness/test-app.ts';
import { listMutedKinds } from '../features/notifications/muted-mails.repository.ts';
import { RemindersService } from '../features/reminders/reminders.service.ts';
import type { Engine } from '../platform/db/database.ts';
import type { Mail } from '../platform/mail/mailer.ts';
import { remindedThings } from './reminded-things.ts';

/** A project with its contact, a colleague who decides, and reminders whose sending another act can come before. */
async function setUp(engine: Engine) {
  const app = await createTestApp({ engine });
  const waits = await openWaits(app);
  const [ada, bea] = [await waits.client('ada'), await waits.client('bea')];
  const id = await waits.project(ada, 'UTC');
  await bringColleague(ada, id, bea, 'decides');
  const mails: Mail[] = [];
  const emails = new Map([ada, bea].map((person) => [person.id, person.email]));
  let act: (() => Promise<unknown>) | undefined;
  const createService = () =>
    new RemindersService({
      db: app.db,
      clock: app.clock,
      publicUrl: 'https://studio.example',
      look: {
        studioName: 'Studio',
        tagline: '',
        studioEmail: 'hello@studio.example',
        siteUrl: 'https://studio.example',
        colors: { light: COLORS, dark: COLORS },
      },
      mailer: {
        enqueue: async (_, mail) => `<${mails.push(mail)}@studio.example>`,
        isFull: async () => false,
      },
      things: remindedThings(async () => undefined),
      // Asked after the list was read, and before the project is locked.
      findConfirmedEmail: async (accountId) => {
        const once = act;
        act = undefined;
        await once?.();
        return emails.get(accountId);
      },
      decisions: { issue: async () => undefined },
      listMutedKinds,
      unsubscribeOffer: ({ kind }) => ({ label: 'Stop', url: `https://studio.example/${kind}` }),
    });
  return {
    app,
    waits,
    ada,
    bea,
    id,
    mails,
    emails,
    createService,
    /** Runs the job on a day, with something done after it has listed what is due. */
    send: async (day: string, meanwhile?: () => Promise<unknown>) => {
      app.clock.set(`${day}T09:00:00.000Z`);
      act = meanwhile;
      await createService().sendDue();
      return mails.splice(0).map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`);
    },
    outcomes: async () =>
      (await app.db.selectFrom('reminders').select('outcome').execute()).map(({ outcome }) => outcome),
  };
}

const COLORS = {
  paper: '#ffffff',
  raised: '#ffffff',
  ink: '#000000',
  inkSoft: '#000000',
  rule: '#000000',
  accent: '#000000',
  onAccent: '#ffffff',
};

describeEachEngine((engine) => {
  it('reminds of nothing that was dealt with after it was listed', async () => {
    const { app, waits, ada, id, send, outcomes } = await setUp(engine);
    await using _ = app;
    const params = { id };
    const invoiceId = await waits.invoice(id, '2026-03-13');
    await waits.contract(id);
    const milestoneId = await waits.review(id, 'Design');
    await waits.message(id);
    const everything = async () => {
      expect((await waits.pay(id, invoiceId)).status).toBe(200);
      expect((await ada.call(api.acceptContract, { params, body: {} })).status).toBe(200);
      const approve = { params: { id, milestoneId }, body: { status: 'approved', revision: 3 } };
      expect((await ada.call(api.reviewMilestone, approve)).status).toBe(200);
      await waits.read(ada, id);
      for (const request of (await seenBy(ada, id)).items) await answer(ada, id, request);
    };
    await waits.request(id, 'Logo', '2026-03-07');
    await waits.request(id, 'Texts', null);
    expect(await send('2026-03-05', everything)).toEqual([]);
    expect(await send('2026-03-10')).toEqual([]);
    expect(await outcomes()).toEqual([]);
  });

  it('an answer ends the reminder of a message, and the next message begins another', async () => {
    const { app, waits, bea, id, send } = await setUp(engine);
    await using _ = app;
    await waits.message(id);
    const answer = () =>
      bea.call(api.sendMessage, { params: { id }, body: { body: 'Yes.', key: crypto.randomUUID() } });
    expect(await send('2026-03-05', answer)).toEqual([]);
    await waits.message(id);
    // The 8th is a Sunday.
    expect(await send('2026-03-08')).toEqual([]);
    const subject = 'You have a message about Acme · Care';
    expect(await send('2026-03-09')).toEqual([`ada: ${subject}`, `bea: ${subject}`]);
    expect(await send('2026-03-10')).toEqual([]);
  });

  it('a review that begins again is reminded of again', async () => {
    const { app, waits, ada, id, send } = await setUp(engine);
    await using _ = app;
    const milestoneId = await waits.review(id, 'Design');
    const at = { params: { id, milestoneId } };
    expect(await send('2026-03-05')).toHaveLength(2);
    const changes = { ...at, body: { status: 'needs_changes', reason: 'Less blue.', revision: 3 } };
    expect((await ada.call(api.reviewMilestone, changes)).status).toBe(200);
    expect(await send('2026-03-10')).toEqual([]);
    const again = { status: 'in_review', revision: 4 };
    expect((await waits.owner.call(api.setMilestoneStatus, { ...at, body: again })).status).toBe(200);
    expect(await send('2026-03-13')).toHaveLength(2);
  });

  it('a request that is asked again is reminded of again, and an answer ends it', async () => {
    const { app, waits, ada, id, send } = await setUp(engine);
    await using _ = app;
    await waits.request(id, 'Logo', null);
    const [first] = (await seenBy(ada, id)).items;
    if (!first) throw new Error('no request');
    // The fifth day is a Saturday.
    expect(await send('2026-03-07')).toEqual([]);
    expect(await send('2026-03-09')).toEqual(['ada: I need “Logo” from you', 'bea: I need “Logo” from you']);
    expect((await answer(ada, id, first)).status).toBe(200);
    expect(await send('2026-03-13')).toEqual([]);
    expect((await waits.requestAgain(id, { id: first.id, revision: 2 })).status).toBe(200);
    expect(await send('2026-03-16')).toEqual([]);
    expect(await send('2026-03-18')).toHaveLength(2);
    expect(await send('2026-03-25', () => answer(ada, id, { id: first.id, revision: 3 }))).toEqual([]);
  });

  it('a request counts from its date, also where it gets another', async () => {
    const { app, waits, id, send } = await setUp(engine);
    await using _ = app;
    const { id: requestId, revision } = await waits.request(id, 'Logo', '2026-03-11');
    expect(await send('2026-03-09')).toHaveLength(2);
    const body = { title: 'Logo', instructions: '', due: '2026-03-17', milestoneId: null, revision };
    expect((await waits.owner.call(api.changeRequest, { params: { id, requestId }, body })).status).toBe(200);
    expect(await send('2026-03-12')).toEqual([]);
    const late = '“Logo” was due yesterday';
    expect(await send('2026-03-18')).toEqual([`ada: ${late}`, `bea: ${late}`]);
  });

  it.each([
    // The day on which it is asked is the one of its first step there, and the day before that.
    ['Asia/Tokyo', '2026-03-09T23:00:00.000Z', '2026-03-09T23:30:00.000Z', []],
    [
      'America/Los_Angeles',
      '2026-03-10T00:30:00.000Z',
      '2026-03-10T16:00:00.000Z',
      ['“Logo” is due in two days'],
    ],
  ])(
    'a step on the day of the request is passed over by the client’s calendar: %s',
    async (zone, asked, later, sent) => {
      const { app, waits, mails, emails, createService } = await setUp(engine);
      await using _ = app;
      const cy = await waits.client('cy');
      const id = await waits.project(cy, zone);
      emails.set(cy.id, cy.email);
      app.clock.set(asked);
      await waits.request(id, 'Logo', '2026-03-12');
      app.clock.set(later);
      await createService().sendDue();
      expect(mails.map(({ subject }) => subject)).toEqual(sent);
    },
  );

  it('a colleague who was removed meanwhile gets nothing', async () => {
    const { app, waits, ada, bea, id, send } = await setUp(engine);
    await using _ = app;
    await waits.contract(id);
    const remove = () => ada.call(api.removeColleague, { params: { id, personId: bea.id } });
    expect(await send('2026-03-05', remove)).toEqual(['ada: Your contract for Acme · Care is waiting']);
  });

  it('a project that changes its contact meanwhile is reminded of in the next run, by its new contact', async () => {
    const { app, waits, ada, bea, id, send } = await setUp(engine);
    await using _ = app;
    await waits.contract(id);
    const handOver = () => ada.call(api.makeContact, { params: { id, personId: bea.id } });
    expect(await send('2026-03-05', handOver)).toEqual([]);
    expect((await send('2026-03-05')).at(0)).toMatch(/^bea: Your contract/);
  });

  it('of an archived project only what is owed is reminded of', async () => {
    const { app, waits, id, send } = await setUp(engine);
    await using _ = app;
    await waits.invoice(id, '2026-03-05');
    await waits.contract(id);
    const archive = () => waits.owner.call(api.archiveProject, { params: { id } });
    expect(await send('2026-03-05', archive)).toEqual([
      'ada: Invoice 2026-0001 is due today',
      'bea: Invoice 2026-0001 is due today',
    ]);
  });

  it('notes a step as paused or muted where nobody gets it, and never sends it later', async () => {
    const { app, waits, ada, bea, id, send, outcomes } = await setUp(engine);
    await using _ = app;
    await waits.message(id);
    const off = { body: { kind: 'message_reminder', isOn: false } } as const;
    const mute = () => Promise.all([ada, bea].map((person) => person.call(api.setMyNotification, off)));
    expect(await send('2026-03-05', mute)).toEqual([]);
    await waits.contract(id);
    expect(await send('2026-03-09', () => waits.pauseProject(id, true))).toEqual([]);
    await waits.pauseProject(id, false);
    await ada.call(api.setMyNotification, { body: { kind: 'message_reminder', isOn: true } });
    expect(await send('2026-03-10')).toEqual([]);
    expect((await outcomes()).sort()).toEqual(['muted', 'paused']);
  });

  it('two processes at once send one mail to each person', async () => {
    const { app, waits, id, mails, createService } = await setUp(engine);
    await using _ = app;
    await waits.contract(id);
    await waits.review(id, 'Design');
    app.clock.set('2026-03-05T09:00:00.000Z');
    await Promise.all([createService(), createService(), createService()].map((one) => one.sendDue()));
    expect(mails.map(({ subject }) => subject)).toEqual([
      '2 things are waiting for you',
      '2 things are waiting for you',
    ]);
  });
});
