import { randomBytes } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import type { NotificationSettings } from '@atelier/domain/notifications/endpoints.ts';
import { NOTIFICATION_KINDS, NOTIFICATIONS, type NotificationKind } from '@atelier/domain/project-parts.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { makeSubjects } from '../../../test/samples/all-samples.ts';
import { ServerSecret } from '../../platform/server-secret.ts';
import { sealUnsubscription } from './unsubscribe.ts';

const off = async (user: TestUser): Promise<NotificationKind[]> => {
  const { settings } = (await user.call(api.getMyNotifications)).body as NotificationSettings;
  return settings.filter(({ isOn }) => !isOn).map(({ kind }) => kind);
};
const path = (url: string | undefined) => {
  const { pathname, search } = new URL(url ?? '');
  return pathname + search;
};
const oneClick = (app: TestApp, url: string, payload = 'List-Unsubscribe=One-Click') =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describeEachEngine((engine) => {
  it('a user turns on and off the kinds of mail they receive, for themselves only', async () => {
    await using app = await createTestApp({ engine });
    const [ada, ben, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const kinds = async (user: TestUser) =>
      ((await user.call(api.getMyNotifications)).body as NotificationSettings).settings.map(
        ({ kind }) => kind,
      );
    expect(await kinds(ada)).toEqual(NOTIFICATION_KINDS.filter((kind) => NOTIFICATIONS[kind].client));
    expect(await kinds(owner)).toEqual(NOTIFICATION_KINDS.filter((kind) => NOTIFICATIONS[kind].studio));
    const reply = await ada.call(api.setMyNotification, { body: { kind: 'file', isOn: false } });
    expect(reply.body.settings).toContainEqual({ kind: 'file', isOn: false });
    expect([await off(ada), await off(ben), await off(owner)]).toEqual([['file'], [], []]);
    await ada.call(api.setMyNotification, { body: { kind: 'file', isOn: false } });
    await ada.call(api.setMyNotification, { body: { kind: 'file', isOn: true } });
    expect(await off(ada)).toEqual([]);
    const unknown = await ada.call(api.setMyNotification, { body: { kind: 'all', isOn: false } });
    expect(unknown.status).toBe(400);
  });

  it('a mail preference stays when the address changes', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    await ada.call(api.setMyNotification, { body: { kind: 'message', isOn: false } });
    app.changeProviderEmail(ada, 'new@client.example');
    await ada.call(api.syncEmail);
    expect(await off(ada)).toEqual(['message']);
    const rows = await app.db.selectFrom('muted_mails').select('address').execute();
    expect(rows).toEqual([{ address: 'new@client.example' }]);
  });

  it('one POST from a mail program turns a kind off, for years, and may be repeated', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    await makeSubjects(app, ada);
    await app.drainOutbox();
    const link = app.mails.find((mail) => mail.subject.startsWith('New project'))?.unsubscribeUrl;
    app.clock.advance(3 * 365 * 24 * 3600);
    for (const body of ['List-Unsubscribe=One-Click', 'List-Unsubscribe=One-Click', '']) {
      const reply = await oneClick(app, path(link), body);
      expect([reply.statusCode, reply.body.includes('no more')]).toEqual([200, true]);
    }
    expect(await off(owner)).toEqual(['project_submitted']);
    const before = app.mails.length;
    await makeSubjects(app, await app.signIn());
    await app.drainOutbox();
    const subjects = app.mails.slice(before).map((mail) => mail.subject);
    expect(subjects.filter((subject) => subject.startsWith('New project'))).toEqual([]);
    expect(subjects).toContain('Your brief has arrived: Acme · Care');
  });

  it('unsubscribing accepts the multipart body that mail programs send', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const token = sealUnsubscription(app.secret, { address: ada.email, kind: 'file' });
    const reply = await app.inject({
      method: 'POST',
      url: `/unsubscribe?token=${token}`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    });
    expect([reply.statusCode, await off(ada)]).toEqual([200, ['file']]);
  });

  it('an unsubscribe link shows a page and changes nothing by itself', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const token = sealUnsubscription(app.secret, { address: ada.email, kind: 'message' });
    const reply = await app.inject({ method: 'GET', url: `/unsubscribe?token=${token}` });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain('Stop emails about new messages?');
    expect(reply.body).toContain(ada.email);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(await off(ada)).toEqual([]);
    const action = /<form method="post" action="([^"]+)">/.exec(reply.body)?.[1] ?? '';
    expect((await oneClick(app, action, '')).statusCode).toBe(200);
    expect(await off(ada)).toEqual(['message']);
  });

  it('an unsubscribe token is refused when it is altered, cut or made for another purpose', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const mine = { address: ada.email, kind: 'message' } as const;
    const token = sealUnsubscription(app.secret, mine);
    const sealed = Buffer.from(token, 'base64url');
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    const foreign = new ServerSecret(randomBytes(32));
    const tokens = [
      '',
      'x',
      token.slice(0, -2),
      sealed.toString('base64url'),
      sealUnsubscription(foreign, mine),
      app.secret.seal('notifications.other', '', Buffer.from(JSON.stringify([ada.email, 'message']))),
      app.secret.seal('notifications.unsubscribe', '', Buffer.from(JSON.stringify([ada.email, 'all']))),
      Buffer.from(JSON.stringify([ada.email, 'message'])).toString('base64url'),
      'x'.repeat(5_000),
    ];
    for (const each of tokens) {
      for (const method of ['GET', 'POST'] as const) {
        const reply = await app.inject({ method, url: `/unsubscribe?token=${each}` });
        expect([each.slice(0, 20), method, reply.statusCode]).toEqual([each.slice(0, 20), method, 400]);
        expect(reply.body).toContain('This link doesn’t work');
      }
    }
    const twice = await app.inject({ method: 'POST', url: `/unsubscribe?token=${token}&token=${token}` });
    expect(twice.statusCode).toBe(400);
    expect(await off(ada)).toEqual([]);
  });
});
