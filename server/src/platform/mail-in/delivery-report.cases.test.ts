import { describe, expect, test } from 'vitest';
import { readDeliveryFailure } from './delivery-report.ts';
import { parseMail } from './parse-mail.ts';

const ID = '01900000-0000-7000-8000-000000000001';
const read = async (head: string[], ...lines: string[]) =>
  readDeliveryFailure(
    await parseMail(
      Buffer.from([...head, 'From: MAILER-DAEMON@mx.example', 'Subject: Mail', '', ...lines].join('\r\n')),
    ),
  );
const plain = (...lines: string[]) => read(['Content-Type: text/plain'], ...lines);
const multipart = (type: string, ...parts: [type: string, ...lines: string[]][]) =>
  read(
    [`Content-Type: multipart/report; report-type=${type}; boundary=b`],
    ...parts.flatMap(([each, ...lines]) => ['--b', `Content-Type: ${each}`, '', ...lines]),
    '--b--',
  );
const OWN = [
  `X-Studio-Mail: ${ID}`,
  'Message-ID: <010201@eu-west-1.amazonses.com>',
  'To: ada@client.example',
];

describe('readDeliveryFailure', () => {
  test.each<[string, () => ReturnType<typeof read>]>([
    [
      'a service that made another Message-ID',
      () =>
        multipart(
          'delivery-status',
          ['text/plain', 'An error occurred.'],
          [
            'message/delivery-status',
            'Action: failed',
            'Final-Recipient: rfc822; ada@client.example',
            'Diagnostic-Code: smtp; 550 5.1.1 unknown',
            'Status: 5.1.1',
          ],
          ['message/rfc822', ...OWN, '', 'Hi'],
        ),
    ],
    [
      'an internationalised server',
      () =>
        multipart(
          'global-delivery-status',
          ['text/plain', 'Failed'],
          [
            'message/global-delivery-status',
            'Final-Recipient: utf-8; ada@client.example',
            'Action: failed',
            'Status: 5.1.1',
            'Diagnostic-Code: smtp; 550 5.1.1 unknown',
          ],
          ['message/global-headers', ...OWN],
        ),
    ],
    [
      'Exim',
      () =>
        plain(
          'This message was created automatically by mail delivery software.',
          'A message that you sent could not be delivered to one or more of its',
          'recipients. This is a permanent error. The following address(es) failed:',
          '',
          '  ada@client.example',
          '    host mx.client.example [192.0.2.1]',
          '    SMTP error from remote mail server after RCPT TO:<ada@client.example>:',
          '    550 5.1.1 unknown',
          '',
          '------ This is a copy of the message, including all the headers. ------',
          '',
          ...OWN,
        ),
    ],
    [
      'qmail',
      () =>
        plain(
          'Hi. This is the qmail-send program at mx.client.example.',
          "I'm afraid I wasn't able to deliver your message to the following addresses.",
          "This is a permanent error; I've given up. Sorry it didn't work out.",
          '',
          '<ada@client.example>:',
          '192.0.2.1 does not like recipient.',
          'Remote host said: 550 5.1.1 unknown',
          '',
          '--- Below this line is a copy of the message.',
          '',
          ...OWN,
        ),
    ],
    [
      'an old Sendmail',
      () =>
        plain(
          '   ----- The following addresses had permanent fatal errors -----',
          '<ada@client.example>',
          '   ----- Transcript of session follows -----',
          '550 5.1.1 unknown',
          '   ----- Original message follows -----',
          ...OWN,
        ),
    ],
    [
      'a server that writes German',
      () =>
        plain(
          'Ihre Nachricht konnte nicht zugestellt werden:',
          'ada@client.example',
          '550 5.1.1 unknown',
          '--- Original-Nachricht ---',
          ...OWN,
        ),
    ],
  ])('reads the report of %s', async (_what, report) => {
    const failure = await report();
    expect(failure?.messageIds).toContain(ID);
    expect(failure?.recipients).toContain('ada@client.example');
    expect(failure?.diagnosis).toContain('5.1.1 unknown');
  });

  test.each([
    [
      'Warning: message ada@client.example delayed 4 hours.',
      'It has not been delivered, and will be retried.',
    ],
    [
      'This is only a warning: your message could not be delivered for 4 hours.',
      'The server will keep trying.',
    ],
    ['Hello,', 'thank you for the invoice.'],
  ])('finds no failure in %j', async (...lines) => {
    expect(await plain(...lines, ...OWN)).toBeUndefined();
  });
});
