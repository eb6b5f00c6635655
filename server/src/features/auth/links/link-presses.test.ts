import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  callAuth,
  newestMail,
  signUpByCall,
  tokenIn,
  tryPassword,
} from '../../../../test/harness/sign-in.ts';
import {
  ADA,
  askForLink,
  CALLBACK,
  cookies,
  openPage,
  pkce,
  press,
  VERIFIER,
} from '../../../../test/harness/sign-up-link.ts';

describeAnyEngine((engine) => {
  describe('a second press of the same button', () => {
    const url = (token: string, type = 'signup') =>
      `/verify?token=${token}&type=${type}&redirect_to=${encodeURIComponent(CALLBACK)}`;
    /** What the form of a page sends, for each showing of it. */
    async function openForm(server: TestServer, token: string, type?: string) {
      const { body } = await openPage(server, url(token, type));
      const page = /name="page" value="([\w-]{43})"/.exec(String(body))?.[1] ?? '';
      expect(page).not.toBe('');
      return { token, page, ...(type ? { type } : {}) };
    }

    it('leads to the same page with the same code', async () => {
      await using server = await createTestServer({ engine });
      const form = await openForm(server, await askForLink(server, pkce));
      const first = await press(server, form);
      expect(first.location).toMatch(/[?&]code=/);
      server.clock.advance(30);
      const second = await press(server, form);
      expect([second.status, second.location]).toEqual([303, first.location]);
      const code = new URL(second.location).searchParams.get('code');
      const granted = await callAuth(server, '/token?grant_type=pkce', {
        body: { auth_code: code, code_verifier: VERIFIER },
      });
      expect([granted.status, granted.body.user.email]).toEqual([200, ADA]);
      expect(await server.db.selectFrom('auth_sessions').selectAll().execute()).toHaveLength(1);
    });

    it('leads to the same page when both arrive concurrently', async () => {
      await using server = await createTestServer({ engine });
      const form = await openForm(server, await askForLink(server, pkce));
      const presses = await Promise.all([press(server, form), press(server, form), press(server, form)]);
      expect(presses[0]?.location).toMatch(/[?&]code=/);
      expect(new Set(presses.map(({ location }) => location)).size).toBe(1);
    });

    it('leads to the same session when no code was requested', async () => {
      await using server = await createTestServer({ engine });
      const form = await openForm(server, await askForLink(server));
      const refreshToken = async () =>
        new URLSearchParams(new URL((await press(server, form)).location).hash.slice(1)).get('refresh_token');
      const first = await refreshToken();
      expect(first).toBeTruthy();
      expect(await refreshToken()).toBe(first);
      expect(await server.db.selectFrom('auth_sessions').selectAll().execute()).toHaveLength(1);
    });

    it('confirms the same half of an email change and not the other', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      await callAuth(server, '/user', { method: 'PUT', token, body: { email: 'new@client.example' } });
      const link = tokenIn(await newestMail(server, 'new@client.example'));
      const form = await openForm(server, link, 'email_change');
      const first = await press(server, form);
      expect(first.location).toContain('Confirmation+link+accepted');
      expect((await press(server, form)).location).toBe(first.location);
      expect((await callAuth(server, '/user', { token })).body.email).toBe(ADA);
    });

    it('keeps the password that was typed first', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      cookies.delete(server);
      const form = await openForm(server, token);
      const chosen = {
        ...form,
        password: 'the first of two passwords',
        confirm: 'the first of two passwords',
      };
      const other = {
        ...form,
        password: 'the other of two passwords',
        confirm: 'the other of two passwords',
      };
      expect((await press(server, chosen)).location).toContain('access_token');
      expect((await press(server, other)).location).toContain('access_token');
      expect((await tryPassword(server, ADA, chosen.password)).status).toBe(200);
      expect((await tryPassword(server, ADA, other.password)).status).toBe(400);
    });

    it('security: is answered for a minute, for one page view in one browser', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      const [form, elsewhere] = [await openForm(server, token), await openForm(server, token)];
      await press(server, form);
      expect((await press(server, elsewhere)).location).toContain('otp_expired');
      expect((await press(server, { token })).location).toContain('otp_expired');
      expect((await press(server, { ...form, token: 'x'.repeat(43) })).location).toContain('otp_expired');
      server.clock.advance(61);
      expect((await press(server, form)).location).toContain('otp_expired');
    });

    it('security: is refused when the clock was set back', async () => {
      await using server = await createTestServer({ engine });
      const form = await openForm(server, await askForLink(server));
      server.clock.step(1_800);
      await press(server, form);
      server.clock.step(-1_800);
      // The limits that processes share may refuse the first call after that, for a second.
      await press(server, form);
      server.clock.advance(5);
      expect((await press(server, form)).location).toContain('otp_expired');
    });

    it('security: restores no ended session, and its stored result is encrypted', async () => {
      await using server = await createTestServer({ engine });
      const form = await openForm(server, await askForLink(server));
      const { location } = await press(server, form);
      const session = new URLSearchParams(new URL(location).hash.slice(1));
      const kept = JSON.stringify(await server.db.selectFrom('auth_link_presses').selectAll().execute());
      expect(kept).not.toContain('session');
      expect(kept).not.toContain(form.page);
      const token = session.get('access_token') ?? '';
      await callAuth(server, '/logout', { method: 'POST', token });
      expect((await press(server, form)).location).toContain('otp_expired');
    });
  });
});
