import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { setUpDecisions } from '../../../test/harness/decision-links.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { makePlannedPayment } from '../../../test/samples/invoices.ts';

const LINK = /decide/;

describeAnyEngine((engine) => {
  it('a review’s mail has a link of each person who may decide, in the fragment alone', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    await scene.waits.review(scene.id, 'Design');
    await scene.deliver();
    const mails = await Promise.all(
      [scene.ada, scene.bea].map((person) => scene.mailTo(person, 'ready for your review')),
    );
    const links = mails.map(({ text }) => /Decide without signing in:\n(\S+)\n(.*)$/m.exec(text));
    expect(links.map((link) => link?.[1])).toEqual([
      expect.stringMatching(/^https?:\/\/[^/?#]+\/decide#[\w-]{43}$/),
      expect.stringMatching(/^https?:\/\/[^/?#]+\/decide#[\w-]{43}$/),
    ]);
    expect(links[0]?.[1]).not.toBe(links[1]?.[1]);
    expect(links[0]?.[2]).toBe(
      'It works once, until March 16, 2026, and answers in your name: please don’t forward it.',
    );
    for (const [index, { html }] of mails.entries()) expect(html).toContain(`href="${links[index]?.[1]}"`);
    // Who follows gets no such mail, and the portal's link stays first.
    await expect(scene.mailTo(scene.cy, 'ready for your review')).rejects.toThrow('No mail');
    expect(mails[0]?.text).toContain(`/client-portal/${scene.id}?tab=milestones`);
  });

  it('a mail to an account with a second factor, or about an approval that makes a payment due, has none', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    scene.app.addSecondFactor(scene.bea);
    await scene.waits.review(scene.id, 'Design');
    await scene.deliver();
    expect((await scene.mailTo(scene.bea, 'ready for your review')).text).not.toMatch(LINK);
    expect((await scene.mailTo(scene.ada, 'ready for your review')).text).toMatch(LINK);

    const plannedId = await makePlannedPayment(scene.app.db, scene.id);
    // With the last milestone of the plan.
    await scene.app.db
      .updateTable('planned_payments')
      .set({ due: 'finish', milestone_id: null, amount: 1_000, dismissed_at: null, due_date: null })
      .where('id', '=', plannedId)
      .execute();
    await scene.waits.review(scene.id, 'Texts');
    await scene.deliver();
    expect((await scene.mailTo(scene.ada, '“Texts”')).text).toMatch(LINK);
    await scene.app.db
      .updateTable('milestones')
      .set({ status: 'approved' })
      .where('title', '!=', 'Texts')
      .execute();
    const last = await scene.milestone(
      (
        await scene.app.db
          .selectFrom('milestones')
          .select('id')
          .where('title', '=', 'Texts')
          .executeTakeFirstOrThrow()
      ).id,
    );
    for (const status of ['in_progress', 'in_review'] as const) {
      const params = { id: scene.id, milestoneId: last.id };
      await scene.owner.call(api.setMilestoneStatus, { params, body: { status } });
    }
    await scene.deliver();
    const mails = scene.app.mails.filter(({ subject }) => subject.includes('“Texts”'));
    expect(mails.map(({ text }) => LINK.test(text))).toEqual([true, false, false, false]);
  });

  it('requests in one mail have a link each, and one that is done meanwhile isn’t in it', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    const logo = await scene.waits.request(scene.id, 'The logo', '2026-03-20');
    await scene.waits.request(scene.id, 'The texts', null);
    const gone = await scene.waits.request(scene.id, 'The pictures', null);
    const params = { id: scene.id, requestId: gone.id };
    await scene.owner.call(api.acceptAnswer, { params, body: { revision: 1 } });
    await scene.deliver();
    const { text } = await scene.mailTo(scene.cy, 'please send');
    const tokens = await scene.tokensTo(scene.cy, 'please send');
    expect(tokens).toHaveLength(2);
    expect(text).toContain('When: by March 20, 2026');
    expect(text).not.toContain(`#request-${gone.id}`);
    expect((await scene.find(tokens[0] ?? '')).body.thing?.due).toBe('2026-03-20');
    expect((await scene.decide(tokens[1] ?? '', 'done')).status).toBe(200);
    expect((await scene.decide(tokens[0] ?? '', 'done')).body.path).toContain(logo.id);
  });

  it('a reminder has a link, alone and in a list, and the studio’s preview has none', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    scene.app.addSecondFactor(scene.bea);
    await scene.waits.review(scene.id, 'Design');
    await scene.deliver();
    const days: string[] = [];
    for (let day = 3; day <= 20; day += 1) {
      const on = `2026-03-${String(day).padStart(2, '0')}`;
      scene.app.clock.set(`${on}T07:00:00.000Z`);
      const preview = await scene.owner.call(api.previewReminders, {
        params: { id: scene.ada.id },
        query: { day: on },
      });
      for (const { text } of preview.body.mails) expect(text).not.toMatch(LINK);
      if (preview.body.mails.length > 0) days.push(on);
      if (days.length === 1) await scene.waits.request(scene.id, 'The logo', '2026-03-17');
      scene.app.clock.set(`${on}T09:00:00.000Z`);
      await runJob(scene.app, 'reminders.send');
    }
    expect(days.length).toBeGreaterThan(1);
    await scene.app.drainOutbox();
    const remindersTo = (email: string) =>
      scene.app.mails.filter(({ to, subject }) => {
        return to.address === email && /still waits for your review|things are waiting/.test(subject);
      });
    const mails = remindersTo(scene.ada.email);
    const linksOf = (text: string) =>
      [...text.matchAll(/\/decide#([\w-]{43})$/gm)].map(([, each = '']) => each);
    const counts = mails.map(({ subject, text }) => `${linksOf(text).length} ${subject}`);
    expect(counts).toContain('1 “Design” still waits for your review');
    expect(counts).toContain('5 5 things are waiting for you');
    for (const { text } of remindersTo(scene.bea.email)) expect(text).not.toMatch(LINK);
    expect(mails.at(-1)?.text).toContain('About the links without a sign-in: It works once, until');
    const [token = ''] = linksOf(mails.at(-1)?.text ?? '');
    const { thing } = (await scene.find(token)).body;
    const answer = thing?.kind === 'review' ? 'approve' : 'done';
    expect((await scene.decide(token, answer)).status).toBe(200);
  });
});
