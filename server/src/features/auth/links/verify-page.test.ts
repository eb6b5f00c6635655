import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { passwordStrength } from '@atelier/domain/auth/rules.ts';
import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer } from '../../../../test/harness/server.ts';
import { callAuth, PASSWORD, tryPassword } from '../../../../test/harness/sign-in.ts';
import {
  ADA,
  askForLink,
  CALLBACK,
  isConfirmed,
  openPage,
  pkce,
  press,
} from '../../../../test/harness/sign-up-link.ts';
import { PASSWORD_METER_SCRIPT } from './verify-page.ts';

/** The three elements that the script works on, and the changes that they get. */
function runScript() {
  const listeners = new Map<string, () => void>();
  const button = { disabled: false };
  const on = (name: string, listener: () => void) => void listeners.set(name, listener);
  const field = {
    value: '',
    addEventListener: on,
    form: { addEventListener: on, querySelector: () => button },
  };
  const meter = { hidden: true, value: 0 };
  const words = { hidden: true, textContent: '' };
  const elements: Record<string, object> = { password: field, strength: meter, 'strength-words': words };
  runInNewContext(PASSWORD_METER_SCRIPT, { document: { getElementById: (id: string) => elements[id] } });
  const type = (password: string) => {
    field.value = password;
    listeners.get('input')?.();
  };
  return { type, meter, words, button, submit: () => listeners.get('submit')?.() };
}

describe('PASSWORD_METER_SCRIPT', () => {
  it.each([
    'a',
    'abcdefgh',
    'abcdefghijkl',
    'Abcdefgh',
    'Abcdefghijkl',
    'Abcdefghijk1!',
    'ÄÖÜäöü12%',
    'aB 3 ',
  ])('rates %j like the site’s pages', (password) => {
    const page = runScript();
    page.type(password);
    const { score, label } = passwordStrength(password);
    expect(page.words).toEqual({ hidden: false, textContent: `Password strength: ${label}` });
    expect(page.meter).toEqual({ hidden: false, value: Math.max(score, 1) });
  });

  it('hides the rating when the field is empty, and allows one submission', () => {
    const page = runScript();
    page.type('abc');
    page.type('');
    expect([page.meter.hidden, page.words.hidden, page.button.disabled]).toEqual([true, true, false]);
    page.submit();
    expect(page.button.disabled).toBe(true);
  });
});

describeAnyEngine((engine) => {
  describe('the page behind a link', () => {
    it('security: shows a button, and leaves the link unused after GET, HEAD and OPTIONS (DEV-13)', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      const url = `/verify?token=${token}&type=signup&redirect_to=${encodeURIComponent(CALLBACK)}`;
      for (let i = 0; i < 3; i += 1) {
        const page = await openPage(server, url);
        expect(page.status).toBe(200);
        expect(page.body).toContain('<h1>Confirm your email address</h1>');
        expect(String(page.body).match(/<button/g)).toHaveLength(1);
        expect(page.body).not.toMatch(/<script|<link|<img|onclick|http-equiv/);
      }
      const head = await callAuth(server, url, { method: 'HEAD' });
      expect(head.status).toBe(405);
      await callAuth(server, url, { method: 'OPTIONS' });
      expect(await isConfirmed(server)).toBe(false);
      expect((await press(server, { token })).location).toMatch(/#access_token=/);
      expect(await isConfirmed(server)).toBe(true);
    });

    it('security: has headers that allow a browser only to send its form', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      const page = await openPage(server, `/verify?token=${token}&type=signup`);
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; form-action 'self' http:\/\/localhost:4000;/,
      );
      expect(policy).not.toContain('unsafe');
      expect(page.headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
      });
    });

    it('security: escapes markup in the address', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      const evil = encodeURIComponent('http://localhost:4000/"><script>alert(1)</script>');
      const page = await openPage(server, `/verify?token=${token}&type=signup&redirect_to=${evil}`);
      expect(page.body).not.toContain('<script');
    });

    it('redirects immediately when the link was already used', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      await press(server, { token });
      const again = await callAuth(server, `/verify?token=${token}&type=signup&redirect_to=${CALLBACK}`);
      expect([again.status, again.headers.location]).toEqual([
        303,
        `${CALLBACK}#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=`,
      ]);
    });

    it('security: shows the button again and confirms nothing when another site sends the form', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      const forged = await press(server, { token }, { 'sec-fetch-site': 'cross-site' });
      expect([forged.status, forged.body.includes('<button')]).toEqual([200, true]);
      expect(await isConfirmed(server)).toBe(false);
      const own = await press(server, { token }, { 'sec-fetch-site': 'same-origin' });
      expect(own.status).toBe(303);
    });
  });

  describe('the page behind a sign-up link in another browser', () => {
    const CHOSEN = 'a password chosen on the page';
    const pageOf = (token: string) => `/verify?token=${token}&type=signup`;

    it('security: asks for a password under a policy that allows only its own script', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      const page = await callAuth(server, pageOf(token));
      const html = String(page.body);
      expect(html).toContain('At least 8 characters.');
      expect(html.match(/<input [^>]*type="password"[^>]*autocomplete="new-password"/g)).toHaveLength(2);
      const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
      const hash = createHash('sha256').update(script).digest('base64');
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain(`; script-src 'sha256-${hash}';`);
      expect(policy).not.toContain('unsafe');
      expect(await isConfirmed(server)).toBe(false);
    });

    it.each([
      ['', '', 'Password must be at least 8 characters'],
      ['seven7!', 'seven7!', 'Password must be at least 8 characters'],
      [CHOSEN, 'another one', 'Passwords do not match'],
      ['password1', 'password1', 'Password is known to be weak'],
      ['ä'.repeat(65), 'ä'.repeat(65), 'Password cannot be longer than 128 characters'],
    ])('security: reports why %j is refused, and keeps the link', async (password, confirm, sentence) => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server, pkce);
      const refused = await press(server, { token, password, confirm }, { cookie: '' });
      expect(refused.status).toBe(422);
      expect(refused.body).toContain(`role="alert">${sentence}`);
      expect(refused.body).not.toContain(CHOSEN);
      expect(refused.headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(await isConfirmed(server)).toBe(false);
      const fields = { token, password: CHOSEN, confirm: CHOSEN };
      expect((await press(server, fields, { cookie: '' })).location).toMatch(/\?code=[\w-]{43}$/);
      expect((await tryPassword(server, ADA, CHOSEN)).status).toBe(200);
      expect((await tryPassword(server, ADA, PASSWORD)).status).toBe(400);
    });

    it('requires the configured minimum length', async () => {
      await using server = await createTestServer({ engine, env: { AUTH_PASSWORD_MIN_LENGTH: '12' } });
      const token = await askForLink(server);
      expect((await callAuth(server, pageOf(token))).body).toContain('At least 12 characters.');
      const refused = await press(
        server,
        { token, password: 'eleven char', confirm: 'eleven char' },
        { cookie: '' },
      );
      expect([refused.status, refused.body.includes('at least 12 characters')]).toEqual([422, true]);
    });

    it('requires eight characters when the configured minimum is lower', async () => {
      await using server = await createTestServer({ engine, env: { AUTH_PASSWORD_MIN_LENGTH: '6' } });
      const token = await askForLink(server);
      expect((await callAuth(server, pageOf(token))).body).toContain('At least 8 characters.');
      const refused = await press(server, { token, password: 'x7!kq2m', confirm: 'x7!kq2m' }, { cookie: '' });
      expect(refused.status).toBe(422);
      expect(refused.body).toContain('role="alert">Password must be at least 8 characters');
    });

    it('security: asks for a password when the cookie is missing on submission', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      expect((await openPage(server, pageOf(token))).body).not.toContain('type="password"');
      const asked = await press(server, { token }, { cookie: '' });
      expect([asked.status, asked.body.includes('type="password"')]).toEqual([200, true]);
      expect(await isConfirmed(server)).toBe(false);
    });

    it('security: installs one of two passwords that are sent concurrently', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      const choices = [`${CHOSEN} 1`, `${CHOSEN} 2`];
      const replies = await Promise.all(
        choices.map((password) => press(server, { token, password, confirm: password }, { cookie: '' })),
      );
      const won = replies.map(({ location }) => location.includes('access_token'));
      expect(won.filter(Boolean)).toHaveLength(1);
      for (const [index, password] of choices.entries()) {
        expect((await tryPassword(server, ADA, password)).status).toBe(won[index] ? 200 : 400);
      }
    });

    it('security: refuses a password that another site sends', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      const fields = { token, password: CHOSEN, confirm: CHOSEN };
      const headers = { cookie: '', 'sec-fetch-site': 'cross-site' };
      expect((await press(server, fields, headers)).status).toBe(200);
      expect(await isConfirmed(server)).toBe(false);
    });
  });
});
