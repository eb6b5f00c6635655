import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../test/harness/database.ts';
import { createTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { sampleBrief } from '../../test/samples/projects.ts';

const message = 'A shop for teas.\n\nWith subscriptions.';

async function enquire(app: TestApp, email: string, change = {}) {
  const body = { name: 'Ada Sample', email, subject: 'An online shop', message, ...change };
  await app.call(api.createEnquiry, { body });
  const owner = await app.signInOwner();
  const [enquiry] = (await owner.call(api.listEnquiries)).body.items;
  return { owner, params: { id: String(enquiry?.id) } };
}

describeAnyEngine((engine) => {
  it('an invited client’s brief begins with the enquiry, for the confirmed address alone', async () => {
    await using app = await createTestApp({ engine });
    const [client, stranger] = [await app.signIn(), await app.signIn()];
    const { owner, params } = await enquire(app, client.email.toUpperCase());
    expect((await client.call(api.getMyOnboarding)).body).toEqual({ onboarding: null, prefill: null });
    await owner.call(api.inviteEnquirer, { params, body: { note: '' } });
    expect((await client.call(api.getMyOnboarding)).body.prefill).toEqual({
      writtenAt: '2026-03-02T09:00:00.000Z',
      data: {
        contact: 'Ada Sample',
        email: client.email,
        goals: message,
        features: ['web', 'ecom', 'support'],
      },
    });
    // The mail's link says nothing about the enquiry.
    await app.drainOutbox();
    const mail = app.mails.find(({ to }) => to.address === client.email);
    expect(mail?.text).toContain('http://localhost:4000/start\n');
    expect(mail?.text).not.toContain('shop for teas');
    expect((await stranger.call(api.getMyOnboarding)).body.prefill).toBeNull();
  });

  it('a draft stays as it is, and a project begun since ends the offer', async () => {
    await using app = await createTestApp({ engine });
    const client = await app.signIn();
    const { owner, params } = await enquire(app, client.email);
    const begun = await client.call(api.saveOnboarding, { body: { step: 1, data: { goals: 'My own.' } } });
    app.clock.advance(60);
    await owner.call(api.inviteEnquirer, { params, body: { note: '' } });
    const { onboarding, prefill } = (await client.call(api.getMyOnboarding)).body;
    expect([prefill, onboarding?.data.goals]).toEqual([null, 'My own.']);
    expect((await owner.call(api.getEnquiryThread, { params })).body.project).toMatchObject({
      id: begun.body.id,
      status: 'draft',
    });
    await client.call(api.submitOnboarding, { body: { final: sampleBrief } });
    // That one was begun before the invitation.
    expect((await client.call(api.getMyOnboarding)).body.prefill).not.toBeNull();
    app.clock.advance(60);
    await client.call(api.submitOnboarding, { body: { final: { ...sampleBrief, goals: 'Another.' } } });
    expect((await client.call(api.getMyOnboarding)).body.prefill).toBeNull();
    expect((await owner.call(api.getEnquiryThread, { params })).body.project?.status).toBe('submitted');
  });

  it('a message that is longer than a brief’s answer is cut', async () => {
    await using app = await createTestApp({ engine });
    const client = await app.signIn();
    const { owner, params } = await enquire(app, client.email, { message: '🍵'.repeat(4_000), subject: '' });
    await owner.call(api.inviteEnquirer, { params, body: { note: '' } });
    const { data } = (await client.call(api.getMyOnboarding)).body.prefill ?? {};
    expect(data?.goals).toHaveLength(5_000);
    expect(data?.features).toBeUndefined();
  });
});
