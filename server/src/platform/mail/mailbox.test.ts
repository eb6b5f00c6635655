import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestHttp } from '../../../test/harness/http.ts';
import { addMailboxPage, createMailboxTransport } from './mailbox.ts';
import type { OutgoingMail } from './transport.ts';

const ID = '0198c5f0-0000-7000-8000-000000000001';
const MAIL: OutgoingMail = {
  messageId: `<${ID}@studio.example>`,
  date: new Date('2026-03-02T09:00:00Z'),
  from: { name: 'Studio', address: 'hello@studio.example' },
  to: { address: 'ada@example.com' },
  replyTo: undefined,
  subject: 'Confirm <script>alert(1)</script>',
  text: 'Go to http://localhost:4000/verify?token=a&type=signup <b>now</b>',
  html: '<!doctype html><html><head><title>x</title></head><body><script>alert(1)</script><a href="http://localhost:4000/verify?token=a">Confirm</a></body></html>',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/atelier-mailbox-`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const mailbox = () => `${folder}/mailbox`;
const send = (mail: Partial<OutgoingMail> = {}) =>
  createMailboxTransport(mailbox()).send({ ...MAIL, ...mail });

describe('the mailbox folder', () => {
  it('stores a mail in the standard format, readable by the owner alone', async () => {
    await send();
    const mail = await simpleParser(readFileSync(`${mailbox()}/${ID}.eml`));
    expect(mail).toMatchObject({
      messageId: MAIL.messageId,
      subject: MAIL.subject,
      html: expect.stringContaining('Confirm'),
    });
    expect(mail.text?.trim()).toBe(MAIL.text);
    expect([statSync(mailbox()).mode & 0o777, statSync(`${mailbox()}/${ID}.eml`).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
  });

  it('stores a mail that comes twice once', async () => {
    await send();
    await send();
    expect(readdirSync(mailbox()).sort()).toEqual([`${ID}.eml`, `${ID}.json`]);
  });

  it('refuses a Message-ID that would lead to another path', async () => {
    await expect(send({ messageId: '<../../x@studio.example>' })).rejects.toThrow('without an id of ours');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the mailbox page', () => {
  async function get(url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
    await using http = await createTestHttp((app) => addMailboxPage(app, mailbox()));
    return http.app.inject({ url, remoteAddress, headers: { host: 'localhost:4000', ...headers } });
  }

  it('says that there are no mails before the first', async () => {
    const { statusCode, body } = await get('/dev/mailbox');
    expect([statusCode, body.includes('No mail yet')]).toEqual([200, true]);
  });

  it('lists the mails, newest first, with their subjects escaped', async () => {
    await send();
    await send({ messageId: `<${ID.replace(/1$/, '2')}@studio.example>`, subject: 'Second' });
    const { body } = await get('/dev/mailbox');
    expect(body.indexOf('Second')).toBeLessThan(body.indexOf('Confirm'));
    expect(body).toContain('Confirm &lt;script&gt;');
    expect(body).not.toContain('<script');
  });

  it('shows a mail with its links and nothing that runs', async () => {
    await send();
    const { body, headers } = await get(`/dev/mailbox/${ID}`);
    expect(body).toContain('<a href="http://localhost:4000/verify?token=a&amp;type=signup">');
    expect(body).toContain('&lt;b&gt;now');
    expect(body).not.toContain('<script');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it('shows the HTML in a sandbox that only the page itself may frame', async () => {
    await send();
    const { body, headers } = await get(`/dev/mailbox/${ID}/html`);
    expect(body).toContain('<base target="_top">');
    expect(headers['content-security-policy']).toMatch(
      /^sandbox allow-top-navigation-by-user-activation; default-src 'none'/,
    );
    expect(headers['content-security-policy']).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it.each([
    ['another machine', {}, '192.0.2.1'],
    ['a name that points here', { host: 'evil.example' }, '127.0.0.1'],
    ['a proxy on this machine', { 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1'],
  ])('answers 404 to %s', async (_who, headers, address) => {
    await send();
    for (const url of ['/dev/mailbox', `/dev/mailbox/${ID}`, `/dev/mailbox/${ID}/html`]) {
      expect((await get(url, headers, address)).statusCode).toBe(404);
    }
  });

  it.each(['nothing', '..%2f..%2fatelier', `${ID}.eml`, ID.replace(/1$/, '9')])(
    'answers 404 for the mail %s',
    async (id) => {
      await send();
      expect((await get(`/dev/mailbox/${id}`)).statusCode).toBe(404);
    },
  );
});
