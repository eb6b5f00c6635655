import { once } from 'node:events';
import { api } from '@atelier/domain/api.ts';
import { shortId } from '@atelier/domain/text.ts';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { GATHER_SECONDS } from '../src/features/notifications/portal-notifications.ts';
import { createSmtpTransport } from '../src/platform/mail/smtp.ts';
import { describeAnyEngine } from './harness/database.ts';
import { freePort } from './harness/free-port.ts';
import { createTestApp } from './harness/test-app.ts';
import { makeSubjects } from './samples/all-samples.ts';
import { sampleBrief } from './samples/projects.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A real mail server on one port: it can stop, refuse for a while, and come back. */
async function openPost() {
  const received: ParsedMail[] = [];
  const refusal = Object.assign(new Error('Come back later'), { responseCode: 421 });
  let server: SMTPServer | undefined;
  const port = await freePort();
  const leave = async () => {
    const leaving = server;
    server = undefined;
    if (leaving) await new Promise<void>((done) => leaving.close(done));
  };
  const open = async (options: SMTPServerOptions = {}) => {
    await leave();
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onData: (stream, _session, done) => {
        simpleParser(stream).then((mail) => {
          received.push(mail);
          done();
        }, done);
      },
      ...options,
    });
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
  };
  await open();
  const transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, { mayBePlain: true });
  stops.push(() => transport.close(), leave);
  return {
    transport,
    received,
    leave,
    comeBack: () => open(),
    refuse: () => open({ onMailFrom: (_address, _session, done) => done(refusal) }),
    /** Accepts the whole message, then replies that it has no space for it. */
    refuseAfterAll: () =>
      open({ onData: (stream, _session, done) => void stream.resume().on('end', () => done(refusal)) }),
  };
}

describe('the mails of the portal', () => {
  describeAnyEngine((engine) => {
    it('arrive once each when the mail server was away meanwhile', async () => {
      const post = await openPost();
      await using app = await createTestApp({ engine, transport: post.transport });
      const ada = await app.signIn({ email: 'ada@client.example', username: 'ada' });
      const owner = await app.signInOwner();
      const { projectId: id } = await makeSubjects(app, ada);
      const params = { id };
      const made = await owner.call(api.createMilestone, { params, body: { title: 'Design' } });
      const milestoneId = made.body.milestone.id;
      await app.drainOutbox();
      post.received.length = 0;
      const undelivered = () =>
        app.db.selectFrom('mail_outbox').select('subject').where('status', '!=', 'sent').execute();

      await post.leave();
      await owner.call(api.sendMessageAsStudio, { params, body: { body: 'The first proof is there.' } });
      await ada.call(api.sendMessage, { params, body: { body: 'Looks good to me.' } });
      const body = { status: 'in_review' };
      await owner.call(api.setMilestoneStatus, { params: { id, milestoneId }, body });
      app.clock.advance(GATHER_SECONDS);
      await app.instance.jobs.runDue();
      const attempts = [post.leave, post.refuse, post.refuseAfterAll, post.leave];
      for (const trouble of attempts) {
        await trouble();
        await app.drainOutbox();
        await app.instance.jobs.runDue();
        expect(post.received).toEqual([]);
        expect(await undelivered()).toHaveLength(3);
        app.clock.advance(3_600);
      }

      await post.comeBack();
      for (let times = 0; times < 3; times += 1) {
        await Promise.all([app.drainOutbox(), app.instance.jobs.runDue()]);
        app.clock.advance(3_600);
      }
      expect(await undelivered()).toEqual([]);
      const places = post.received.map((mail) => [
        [mail.to ?? []].flat()[0]?.text,
        /https?:\/\/\S+\?tab=\S+/.exec(mail.text ?? '')?.[0],
      ]);
      const { publicUrl } = app.instance.platform;
      expect(places.sort()).toEqual([
        ['ada@client.example', `${publicUrl}/client-portal/${id}?tab=feedback#view`],
        ['ada@client.example', `${publicUrl}/client-portal/${id}?tab=milestones#milestone-${milestoneId}`],
        ['owner@studio.example', `${publicUrl}/admin/portal/${id}?tab=feedback#view`],
      ]);
      const texts = post.received.map(({ text }) => text).join();
      for (const text of ['The first proof is there.', 'Looks good to me.']) {
        expect(texts.split(text), text).toHaveLength(2);
      }
      expect(new Set(post.received.map(({ messageId }) => messageId)).size).toBe(3);
    });

    it('name a deleted project to the other side, and what is kept of it', async () => {
      const post = await openPost();
      await using app = await createTestApp({ engine, transport: post.transport });
      const ada = await app.signIn({ email: 'ada@client.example', username: 'ada' });
      const owner = await app.signInOwner();
      const submit = async (company: string) => {
        const { body } = await ada.call(api.submitOnboarding, {
          body: { final: { ...sampleBrief, company } },
        });
        return { id: body.id as string };
      };
      const [first, second] = [await submit('First'), await submit('Second')];
      const [third, fourth] = [await makeSubjects(app, ada), await makeSubjects(app, ada)];
      const accepted = [third, fourth].map(({ projectId: id }) => ({ id }));
      for (const params of accepted) await ada.call(api.acceptContract, { params, body: { version: 1 } });
      const draft = await ada.call(api.saveOnboarding, { body: { step: 1, data: { company: 'Unsent' } } });
      const settle = async () => {
        await app.drainOutbox();
        app.clock.advance(3_600);
        await app.instance.jobs.runDue();
        await app.drainOutbox();
      };
      await settle();
      post.received.length = 0;

      const [byStudio, byClient] = accepted;
      if (!byStudio || !byClient) throw new Error('No project');
      const confirm = (params: { id: string }) => ({ params, query: { confirm: shortId(params.id) } });
      expect((await owner.call(api.deleteProject, { params: byStudio })).status).toBe(409);
      const deletions = [
        await owner.call(api.deleteProject, { params: first }),
        await ada.call(api.deleteOwnProject, { params: second }),
        await owner.call(api.deleteProject, confirm(byStudio)),
        await ada.call(api.deleteOwnProject, confirm(byClient)),
        await owner.call(api.deleteProject, { params: { id: draft.body.id } }),
      ];
      expect(deletions.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect((await owner.call(api.deleteProject, { params: first })).status).toBe(404);
      // A draft belongs to the client alone: the studio gets no mail about it in any case.
      for (const isListed of [true, false]) {
        const unsent = await ada.call(api.saveOnboarding, {
          body: { step: 1, data: { company: 'Unsent, too' } },
        });
        const params = { id: unsent.body.id };
        const gone = isListed
          ? await ada.call(api.deleteOwnProject, { params })
          : await ada.call(api.deleteDraft);
        expect(gone.status).toBe(200);
      }
      await settle();

      const received = post.received.map((mail) => ({
        to: [mail.to ?? []].flat()[0]?.text,
        replyTo: mail.replyTo?.text,
        subject: mail.subject,
        isKept: /are kept/.test(mail.text ?? ''),
        isDraft: /^Your draft was deleted.*started but not submitted/ms.test(mail.text ?? ''),
        place: /https?:\/\/\S+\/(profile|admin\/contracts)/.exec(mail.text ?? '')?.[1],
      }));
      const [client, studio] = ['ada@client.example', 'owner@studio.example'];
      const toClient = { to: client, replyTo: studio, isKept: false, isDraft: false, place: undefined };
      const toStudio = { to: studio, replyTo: client, isKept: false, isDraft: false, place: undefined };
      const yours = 'Your project was deleted';
      const theirs = 'A client deleted their project';
      const bySubject = (one: { subject?: string | undefined }, other: { subject?: string | undefined }) =>
        (one.subject ?? '') < (other.subject ?? '') ? -1 : 1;
      const isOfTwo = ({ to }: { to?: string | undefined }) => to === client || to === studio;
      // Of the accepted projects, each has a colleague who follows it.
      const colleagues = received.filter((mail) => !isOfTwo(mail));
      expect(new Set(colleagues.map(({ subject }) => subject))).toEqual(new Set([`${yours}: Acme · Care`]));
      expect(received.filter(isOfTwo).sort(bySubject)).toEqual(
        [
          { ...toClient, subject: `${yours}: First · Care` },
          { ...toStudio, subject: `${theirs}: Second · Care` },
          { ...toClient, subject: `${yours}: Acme · Care`, isKept: true, place: 'profile' },
          { ...toStudio, subject: `${theirs}: Acme · Care`, isKept: true, place: 'admin/contracts' },
          { ...toClient, subject: 'Your draft was deleted: Unsent · Care', isDraft: true },
        ].sort(bySubject),
      );
    });
  });
});
