import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { setUpAppByCall } from '../../../test/harness/second-factor.ts';
import { createTestServer } from '../../../test/harness/server.ts';
import { PASSWORD, signUpByCall } from '../../../test/harness/sign-in.ts';
import { callWith } from '../../../test/harness/test-app.ts';
import { sampleEnquiry } from '../../../test/samples/enquiries.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { TABLE_DATA } from '../../product-parts.ts';

const ADA = 'ada@client.example';

describeEachEngine((engine) => {
  it('an export is one file with all data of a user and none of another', async () => {
    await using server = await createTestServer({ engine });
    const visitor = callWith(server, undefined);
    const { access_token: first } = await signUpByCall(server, ADA, { data: { username: 'ada' } });
    const { session } = await setUpAppByCall(server, first);
    const ada = callWith(server, session.access_token);
    await ada(api.submitOnboarding, { body: { final: sampleBrief } });
    await ada(api.saveOnboarding, { body: { step: 1, data: { company: 'Draft Ltd' } } });
    await visitor(api.createEnquiry, { body: { ...sampleEnquiry, email: 'Ada@Client.example' } });
    await ada(api.setMyNotification, { body: { kind: 'file', isOn: false } });

    const { access_token: other } = await signUpByCall(server, 'ben@client.example');
    await callWith(server, other)(api.submitOnboarding, {
      body: { final: { ...sampleBrief, company: 'Zebra' } },
    });
    await visitor(api.createEnquiry, { body: { ...sampleEnquiry, email: 'zebra@visitor.example' } });
    await server.drainOutbox();

    const { status, headers, body } = await ada(api.exportMyData);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="my-data-2026-03-02.json"');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({
      exportedAt: '2026-03-02T09:00:00.000Z',
      account: { email: ADA, username: 'ada' },
      signIn: { email: ADA, factors: [{ factor_type: 'totp', status: 'verified' }] },
      sessions: [{ id: expect.any(String), aal: 'aal2' }],
      projects: [{ data: { company: 'Acme' } }, { data: { company: 'Draft Ltd' } }],
      activity: [{ kind: 'project_submitted', actorName: 'ada' }],
      enquiries: [{ email: 'ada@client.example', message: sampleEnquiry.message }],
      mailsTurnedOff: ['file'],
    });
    const events = (body.securityEvents as { action: string }[]).map(({ action }) => action);
    expect(events).toEqual(expect.arrayContaining(['sign_up_confirmed', 'signed_in', 'factor_verified']));
    const subjects = body.mails.map(({ subject }: { subject: string }) => subject);
    expect(subjects).toContain('Your brief has arrived: Acme · Care');
    expect(JSON.stringify(body)).not.toMatch(/zebra|ben@client/i);
    // Every table names its part: none names a missing one.
    const parts = Object.values(TABLE_DATA).flatMap((data) => ('exportedAs' in data ? data.exportedAs : []));
    expect(parts.filter((part) => !(part in body))).toEqual([]);
    const hasTable = new Set(parts);
    expect(Object.keys(body).filter((part) => part !== 'exportedAt' && !hasTable.has(part))).toEqual([]);
  });

  it('security: an export contains no secret', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: first } = await signUpByCall(server, ADA);
    const { app, session } = await setUpAppByCall(server, first);
    const { body } = await callWith(server, session.access_token)(api.exportMyData);
    const text = JSON.stringify(body);
    const [user, stored] = await Promise.all([
      server.db.selectFrom('auth_users').selectAll().executeTakeFirstOrThrow(),
      server.db.selectFrom('auth_sessions').selectAll().executeTakeFirstOrThrow(),
    ]);
    for (const secret of [
      PASSWORD,
      app.secret,
      user.password_hash,
      stored.refresh_key,
      session.access_token,
      session.refresh_token,
    ]) {
      expect(secret).toBeTruthy();
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/argon2|token=|refresh_key|sealed/);
  });

  it('an export contains every row when there are many', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token, user } = await signUpByCall(server, ADA);
    const rows = Array.from({ length: 450 }, (_, i) => ({
      id: `018f6f2c-0000-7000-8000-${String(i).padStart(12, '0')}`,
      at: `2026-03-01T00:00:${String(i % 60).padStart(2, '0')}.000Z`,
      action: 'signed_in',
      user_id: user.id,
    }));
    await server.db.insertInto('auth_audit').values(rows).execute();
    const { body } = await callWith(server, token)(api.exportMyData);
    const events = body.securityEvents as { id: string }[];
    const ids = new Set(events.map(({ id }) => id));
    expect(rows.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe(events.length);
  });
});
