import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/clock.ts';
import { describeEachEngine } from '../../../test/database.ts';
import { createTestServer } from '../../../test/server.ts';
import { linkIn, newestMail, openBrowser, openLink, PASSWORD, pressButton } from '../../../test/sign-in.ts';

describeEachEngine((engine) => {
  it('signs up, confirms by the mail, and signs in: the official client all the way', async () => {
    // The client compares the token's times with its own clock.
    const clock = createTestClock(new Date().toISOString());
    await using server = await createTestServer({ engine, clock });
    const origin = await server.listen();
    const { auth } = openBrowser(origin);

    const signedUp = await auth.signUp({
      email: 'Ada@Client.example',
      password: PASSWORD,
      options: { data: { username: 'ada' }, emailRedirectTo: 'http://localhost:4000/auth/callback?x=1' },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    expect(signedUp.data.user).toMatchObject({
      email: 'ada@client.example',
      user_metadata: { username: 'ada' },
    });
    expect(signedUp.data.user?.email_confirmed_at).toBeUndefined();

    const early = await auth.signInWithPassword({ email: 'ada@client.example', password: PASSWORD });
    expect([early.error?.status, early.error?.code]).toEqual([400, 'email_not_confirmed']);

    const mail = await newestMail(server, 'ada@client.example');
    const link = linkIn(mail, origin);
    const page = await openLink(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);

    const landing = await pressButton(link);
    expect(landing.href).toMatch(/^http:\/\/localhost:4000\/auth\/callback\?x=1&code=[\w-]{43}$/);
    const exchanged = await auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.user?.id).toBe(signedUp.data.user?.id);
    expect(exchanged.data.user).toMatchObject({
      email: 'ada@client.example',
      user_metadata: { username: 'ada', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'] },
    });

    const me = await auth.getUser();
    expect(me.data.user?.email_confirmed_at).toBe(clock.now().toISOString());
    const claims = await auth.getClaims();
    expect(claims.data?.claims).toMatchObject({ aud: 'authenticated', role: 'authenticated', aal: 'aal1' });

    const refreshed = await auth.refreshSession();
    expect(refreshed.error).toBeNull();
    expect((await auth.signOut()).error).toBeNull();
    const again = await auth.signInWithPassword({ email: 'ADA@client.example', password: PASSWORD });
    expect(again.error).toBeNull();
  });
});
