import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createSmtpTransport } from './smtp.ts';
import { MailRejectedError, type OutgoingMail } from './transport.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const MAIL: OutgoingMail = {
  messageId: '<0198c5f0-0000-7000-8000-000000000001@studio.example>',
  date: new Date('2026-03-02T09:00:00Z'),
  from: { name: 'Studio, "the" one', address: 'hello@studio.example' },
  to: { name: 'Ada\r\nBcc: evil@example.com', address: 'ada@example.com' },
  replyTo: { address: 'reply@example.com' },
  subject: 'Grüße\r\nBcc: evil@example.com',
  text: 'Plain – text',
  html: '<p>HTML – text</p>',
};

/** What only this test's server has: no authority knows it. */
const OWN_CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgylS1nUAjmGeqoieT
4H94bl6xuW+Wq63zfUdvqfKb/dyhRANCAAQahuiXvoRHRPU97EKmmnvWEcekzHN7
aCe6tCjhF01LD/sKgzTrcAgpy9pHoaqYqFErANO33LOcN4SbUsJ/pffK
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnjCCAUSgAwIBAgIUOUIGTRMSjuGgwEoxz3PrcllXgR4wCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMCAXDTI2MTEyMzE4MzI0OFoYDzIxMjYx
MDMwMTgzMjQ4WjAXMRUwEwYDVQQDDAxtYWlsLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQahuiXvoRHRPU97EKmmnvWEcekzHN7aCe6tCjhF01LD/sK
gzTrcAgpy9pHoaqYqFErANO33LOcN4SbUsJ/pffKo2wwajAdBgNVHQ4EFgQULvbf
alPrFQS8XUCoCgP1W6Rh8pMwHwYDVR0jBBgwFoAULvbfalPrFQS8XUCoCgP1W6Rh
8pMwDwYDVR0TAQH/BAUwAwEB/zAXBgNVHREEEDAOggxtYWlsLmV4YW1wbGUwCgYI
KoZIzj0EAwIDSAAwRQIgCwKfcyWZs9+XXT4ht+XqvzP5oaTHBn9SxCegzkchZ2cC
IQDsu74UDWywYMMRt96uyYHZ9yhAE/DcnddXzfsq6z6k8g==
-----END CERTIFICATE-----
`,
};

/** A real mail server that keeps envelopes and messages, or refuses at the step that is given; and a way to it. */
async function startServer(
  options: SMTPServerOptions = {},
  { user = '', suffix = '', mayBePlain = true } = {},
) {
  const received: { to: string[]; message: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      let message = '';
      stream
        .on('data', (chunk) => (message += chunk))
        .on('end', () => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message });
          done();
        });
    },
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const transport = createSmtpTransport(`smtp://${user}127.0.0.1:${port}${suffix}`, { mayBePlain });
  stops.push(
    () => transport.close(),
    () => new Promise<void>((done) => server.close(() => done())),
  );
  return { transport, received, port };
}

describe('createSmtpTransport', () => {
  it('sends to the one address alone, whatever the texts contain', async () => {
    const { transport, received } = await startServer();
    await transport.send(MAIL);
    expect(received.map(({ to }) => to)).toEqual([['ada@example.com']]);
    const mail = await simpleParser(received[0]?.message ?? '');
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail).toMatchObject({
      messageId: MAIL.messageId,
      subject: 'Grüße Bcc: evil@example.com',
      from: { value: [{ name: 'Studio, "the" one', address: 'hello@studio.example' }] },
      replyTo: { value: [{ address: 'reply@example.com' }] },
      html: expect.stringContaining('<p>HTML – text</p>'),
    });
    expect(mail.text?.trim()).toBe('Plain – text');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('sends attachments and the unsubscribe headers', async () => {
    const { transport, received } = await startServer();
    await transport.send({
      ...MAIL,
      unsubscribeUrl: `https://studio.example/unsubscribe?token=${'a'.repeat(300)}>\r\nBcc: evil@example.com`,
      attachments: [
        { name: 'contract.pdf', type: 'application/pdf', content: Buffer.from([0, 255, 37, 80]) },
        { name: 'a\r\nBcc: evil@example.com', type: 'text/html\r\nX: y', content: Buffer.from('x') },
      ],
    });
    const raw = received[0]?.message ?? '';
    const mail = await simpleParser(raw);
    // One line of it, however it was folded.
    expect(raw.replace(/\r\n[ \t]/g, ' ')).toMatch(
      /^List-Unsubscribe: +<https:\/\/studio\.example\/unsubscribe\?token=a{300}%3EBcc:%20evil@example\.com>\r$/m,
    );
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.attachments).toMatchObject([
      { filename: 'contract.pdf', contentType: 'application/pdf', content: Buffer.from([0, 255, 37, 80]) },
      { contentType: 'application/octet-stream' },
    ]);
  });

  it('keeps long Message-IDs of the mails that a mail answers whole', async () => {
    const { transport, received } = await startServer();
    const long = `<${'x'.repeat(240)}@a.example>`;
    await transport.send({ ...MAIL, answers: ['<1@b.example>\r\nBcc: evil@example.com', long] });
    const { headers, inReplyTo, references } = await simpleParser(received[0]?.message ?? '');
    expect(headers.has('bcc')).toBe(false);
    expect(inReplyTo).toBe(long);
    expect(references).toContain(long);
  });

  it('keeps the parameters of an attachment’s type: programs show a call by its method', async () => {
    const { transport, received } = await startServer();
    const content = Buffer.from('BEGIN:VCALENDAR\r\nSUMMARY:Grüße 👋\r\nEND:VCALENDAR');
    const type = 'text/calendar; charset=utf-8; method=REQUEST';
    await transport.send({
      ...MAIL,
      attachments: [
        { name: 'call.ics', type, content },
        { name: 'x', type: `${type}\r\nBcc: evil@example.com`, content },
      ],
    });
    const raw = received[0]?.message ?? '';
    const { attachments, headers } = await simpleParser(raw);
    expect(raw.replace(/\r\n[ \t]/g, ' ')).toMatch(
      /^Content-Type: text\/calendar;(?=.* charset=utf-8;).* method=REQUEST; name=call\.ics\r$/m,
    );
    expect(attachments).toMatchObject([
      { contentType: 'text/calendar', filename: 'call.ics', content },
      { contentType: 'application/octet-stream', content },
    ]);
    expect(headers.has('bcc')).toBe(false);
  });

  it.each([
    ['a@example.com, b@example.com'],
    ['a@example.com>\r\nRCPT TO:<b@example.com'],
    ['a b@example.com'],
  ])('refuses the address %j', async (address) => {
    const { transport, received } = await startServer();
    await expect(transport.send({ ...MAIL, to: { address } })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(received).toEqual([]);
  });

  const refusal = (code: number) => Object.assign(new Error('refused'), { responseCode: code });

  it.each([
    ['an address that does not exist', { onRcptTo: (_a, _s, done) => done(refusal(550)) }, true],
    ['an address that is busy', { onRcptTo: (_a, _s, done) => done(refusal(451)) }, false],
    [
      'a message that is unwanted',
      { onData: (stream, _s, done) => stream.resume().on('end', () => done(refusal(554))) },
      true,
    ],
    [
      'a message for now',
      { onData: (stream, _s, done) => stream.resume().on('end', () => done(refusal(452))) },
      false,
    ],
    ['a sender for now', { onMailFrom: (_a, _s, done) => done(refusal(421)) }, false],
  ] as [string, SMTPServerOptions, boolean][])(
    'knows a refusal of %s from a passing one',
    async (_what, options, final) => {
      const { transport } = await startServer(options);
      const error = await transport.send(MAIL).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Error);
      expect(error instanceof MailRejectedError).toBe(final);
    },
  );

  it('treats a failed sign-in as temporary, not as a refusal of the mail', async () => {
    const { port } = await startServer({
      onAuth: (_auth, _s, done) => done(refusal(535)),
      authOptional: false,
      allowInsecureAuth: true,
    });
    const transport = createSmtpTransport(`smtp://user:wrong@127.0.0.1:${port}`, { mayBePlain: true });
    stops.push(() => transport.close());
    const error = await transport.send(MAIL).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRejectedError);
  });

  it.each(['', '/?requireTLS=false', '/?ignoreTLS=true', '/?opportunisticTLS=true'])(
    'security: sends nothing to a server without TLS unless told to (smtp://host%s)',
    async (suffix) => {
      const seen: string[] = [];
      const { transport, received } = await startServer(
        {
          onAuth: ({ username }, _s, done) => {
            seen.push(`AUTH ${username}`);
            done(null, { user: username });
          },
          onMailFrom: ({ address }, _s, done) => {
            seen.push(`MAIL ${address}`);
            done();
          },
          allowInsecureAuth: true,
        },
        { user: 'user:word@', suffix, mayBePlain: false },
      );
      const error = await transport.send(MAIL).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ message: expect.stringMatching(/STARTTLS/) });
      // The mail waits: the owner may turn TLS on.
      expect(error).not.toBeInstanceOf(MailRejectedError);
      expect([seen, received]).toEqual([[], []]);
    },
  );

  it('sends by STARTTLS to a server that offers it', async () => {
    const { transport, received } = await startServer(
      { ...OWN_CERTIFICATE, disabledCommands: [] },
      { suffix: '/?tls.rejectUnauthorized=false', mayBePlain: false },
    );
    await transport.send(MAIL);
    expect(received).toHaveLength(1);
  });

  it.each([true, false])(
    'security: refuses a certificate that no authority signed (mayBePlain %s)',
    async (mayBePlain) => {
      const { transport, received } = await startServer(
        { ...OWN_CERTIFICATE, disabledCommands: [] },
        { mayBePlain },
      );
      await expect(transport.send(MAIL)).rejects.toMatchObject({
        message: expect.stringMatching(/self-signed certificate/),
      });
      expect(received).toEqual([]);
    },
  );

  it('fails when there is no server', async () => {
    const transport = createSmtpTransport('smtp://127.0.0.1:1', { mayBePlain: true });
    await expect(transport.send(MAIL)).rejects.not.toBeInstanceOf(MailRejectedError);
    await transport.close();
  });
});
