import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { ImapStandIn } from '../../../test/harness/imap-stand-in.ts';
import { loadConfig } from '../../config.ts';
import type { MailboxState, WaitingMail } from '../../platform/mail-in/mailbox-position.ts';
import { runChecks } from './checks.ts';
import { type CheckedMailIn, mailInCheck } from './mail-in.check.ts';

const look = async (settings: CheckedMailIn | undefined, state?: Partial<MailboxState>) =>
  (
    await runChecks([mailInCheck(settings, async () => ({ position, fault: undefined, ...state }))], 10_000)
  )[0];
const position = { uidValidity: '1', lastUid: 7, waiting: [] };
const since = '2026-11-20T08:15:00.000Z';
const settings = (port: number): CheckedMailIn => ({
  address: { name: 'reply', domain: 'studio.example' },
  smtp: { host: '127.0.0.1', port, tls: undefined },
  imap: undefined,
  // Nothing answers there.
  nameServers: ['127.0.0.1:1'],
  trust: { isDirect: false, trustedHost: undefined, relays: [] },
});

const located = (url: string, env: Record<string, string> = {}) =>
  loadConfig({ MAIL_IN_ADDRESS: 'reply@studio.example', MAIL_IN_IMAP_URL: url, ...env }).mailIn;

it('says what answers by mail would be while they are off', async () => {
  expect(await look(undefined)).toMatchObject({
    level: 'ok',
    sentence: expect.stringContaining('MAIL_IN_ADDRESS'),
  });
});

it('finds a port that doesn’t respond, and one that a mail server has', async () => {
  const server = createServer((socket) => socket.end('220 Ready\r\n')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  expect(await look(settings(port))).toMatchObject({
    level: 'notice',
    sentence: expect.stringContaining('reply+…@studio.example are taken'),
  });
  await new Promise((resolve) => server.close(resolve));
  expect(await look(settings(port))).toMatchObject({
    level: 'problem',
    whatToDo: expect.stringContaining('Start the product'),
  });
});

it.each<[string, Partial<CheckedMailIn['trust']>, string]>([
  ['signatures alone', {}, 'Only a signature of the sender’s domain (DKIM) proves who wrote an email.'],
  [
    'SPF',
    { isDirect: true },
    'or the sender’s own server (SPF, as MAIL_IN_DIRECT is on); yours always needs',
  ],
  [
    'a relay’s word',
    { trustedHost: 'mx.b.example', relays: ['loopback'] },
    'or what mx.b.example writes into emails that loopback brings; yours always needs the signature.',
  ],
])('says what proves who wrote an email: %s', async (_what, trust, words) => {
  await using imap = await ImapStandIn.start();
  const mailbox = located(imap.url);
  if (!mailbox) throw new Error('Answers by mail are on');
  const found = await look({ ...mailbox, trust: { ...mailbox.trust, ...trust } });
  expect(found).toMatchObject({ level: 'ok', sentence: expect.stringContaining(words) });
});

it('says that another program has the port, when it doesn’t greet as a mail server', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  expect(await look(settings(port))).toMatchObject({
    level: 'problem',
    sentence: `Answers to reply+…@studio.example can’t arrive: what has port ${port} isn’t a mail server.`,
    whatToDo: expect.stringContaining('another MAIL_IN_PORT'),
  });
  await new Promise((resolve) => server.close(resolve));
});

it('names a certificate’s file that can’t be read', async () => {
  const tls = { certFile: '/nowhere/mail.pem', keyFile: '/nowhere/mail.key' };
  expect(await look({ ...settings(1), smtp: { host: '127.0.0.1', port: 1, tls } })).toMatchObject({
    level: 'problem',
    sentence: expect.stringContaining('/nowhere/mail.pem'),
    whatToDo: expect.stringContaining('MAIL_IN_TLS_CERT'),
  });
});

it('finds a mailbox that refuses, without its password, and one that lets us in', async () => {
  await using imap = await ImapStandIn.start();
  expect(await look(located(imap.url))).toMatchObject({ level: 'ok' });
  const refused = await look(located(imap.url.replace('secret', 'hidden')));
  expect(refused).toMatchObject({ level: 'problem', sentence: expect.stringContaining('127.0.0.1') });
  expect(JSON.stringify(refused)).not.toContain('hidden');
  expect(await look(located(imap.url.replace('INBOX', 'Elsewhere')))).toMatchObject({ level: 'problem' });
});

it('says since when a mailbox can’t be read and what to do, and nothing of it once a look succeeds', async () => {
  await using imap = await ImapStandIn.start();
  const fault = { step: 'sign-in', message: 'Wrong', since } as const;
  expect(await look(located(imap.url.replace('secret', 'hidden')), { fault })).toMatchObject({
    level: 'problem',
    sentence: expect.stringMatching(/since 2026-11-20 08:15 UTC \(.*Wrong.*\)\.$/),
    whatToDo: expect.stringContaining('password'),
  });
  expect(await look(located(imap.url), { fault })).toMatchObject({ level: 'ok' });
  const store = { step: 'store', message: 'The disk is full', since } as const;
  expect(await look(located(imap.url), { fault: store })).toMatchObject({
    level: 'problem',
    sentence: expect.stringContaining('since 2026-11-20 08:15 UTC (The disk is full)'),
  });
});

it('finds a folder for taken emails that isn’t there', async () => {
  await using imap = await ImapStandIn.start();
  const there = (folder: string) => located(imap.url, { MAIL_IN_IMAP_DONE_FOLDER: folder });
  expect(await look(there('Answers'))).toMatchObject({ level: 'ok' });
  expect(await look(there('Elsewhere'))).toMatchObject({
    level: 'problem',
    sentence: expect.stringContaining('Elsewhere'),
    whatToDo: expect.stringContaining('MAIL_IN_IMAP_DONE_FOLDER'),
  });
});

it('names an email that failed often by its arrival, and keeps quiet about one that may still be taken', async () => {
  await using imap = await ImapStandIn.start();
  const mail = (uid: number, attempts: number): WaitingMail => ({
    uid,
    isTaken: false,
    attempts,
    fault: 'Server error',
    arrivedAt: since,
    dueAt: since,
  });
  const waiting = (...mails: WaitingMail[]) =>
    look(located(imap.url), { position: { ...position, waiting: mails } });
  expect(await waiting(mail(1, 2), mail(2, 0))).toMatchObject({ level: 'ok' });
  expect(await waiting(mail(1, 3), mail(2, 2))).toMatchObject({
    level: 'problem',
    sentence: 'An email in the mailbox at 127.0.0.1 can’t be taken: of 2026-11-20 08:15 UTC (Server error).',
    whatToDo: expect.stringContaining('folder INBOX'),
  });
  const many = await waiting(...[1, 2, 3, 4, 5].map((uid) => mail(uid, 9)));
  expect(many?.sentence).toMatch(/^5 emails .* 2 more\.$/);
});
