import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from './harness/database.ts';
import { setUpMailIn } from './harness/mail-in.ts';
import { createTestApp } from './harness/test-app.ts';
import { sampleEnquiry } from './samples/enquiries.ts';
import { sampleBrief } from './samples/projects.ts';

/** What is a person's by their address alone is given to nobody whose address no mail has confirmed. */
describeAnyEngine((engine) => {
  describe('security: a provider that counts every address as confirmed', () => {
    it('shows nobody the invitations to an address, and lets nobody in by them', async () => {
      await using app = await createTestApp({ engine });
      const client = await app.signIn();
      const colleague = await app.signIn({ email: 'bea@client.example' });
      const { id } = (await client.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
      const body = { email: colleague.email, role: 'follows' } as const;
      await client.call(api.inviteColleague, { params: { id }, body });
      const list = async () => (await colleague.call(api.listReceivedInvitations)).body.items;
      const [invitation] = await list();
      expect(invitation).toMatchObject({ role: 'follows' });

      app.confirmByItself();
      expect(await list()).toEqual([]);
      const params = { id: invitation?.id ?? '' };
      expect(await colleague.call(api.joinProject, { params })).toMatchObject({ status: 404 });
      expect((await colleague.call(api.listMyProjects)).body.items).toEqual([]);
    });

    it('puts no mails to an address and no enquiries from it into a copy', async () => {
      await using app = await createTestApp({ engine });
      const email = 'bea@client.example';
      await app.call(api.createEnquiry, { body: { ...sampleEnquiry, email } });
      await app.drainOutbox();
      const user = await app.signIn({ email });
      const copy = async () => JSON.stringify((await user.call(api.exportMyData)).body);
      expect(await copy()).toContain(sampleEnquiry.message);

      app.confirmByItself();
      expect(await copy()).not.toContain(sampleEnquiry.message);
    });

    it('posts no answer by mail', async () => {
      const scene = await setUpMailIn(engine);
      await using app = scene.app;
      const to = await scene.replyAddress('client');
      const reply = { from: scene.client.email, to };
      await scene.receive({ ...reply, text: 'Proven.' });
      expect((await scene.messages()).map(({ body }) => body)).toContain('Proven.');

      app.confirmByItself();
      await scene.receive({ ...reply, text: 'Not proven.' });
      expect((await scene.messages()).map(({ body }) => body)).not.toContain('Not proven.');
      expect((await scene.list('quarantined')).items).toHaveLength(1);
    });
  });
});
