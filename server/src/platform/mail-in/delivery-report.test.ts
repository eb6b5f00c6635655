import { describe, expect, it } from 'vitest';
import { readDeliveryFailure } from './delivery-report.ts';

const report = (...lines: string[]) => lines.join('\r\n');

const mailOf = (text: string) => ({ report: text, text: '', headers: new Map<string, string[]>() });

describe('readDeliveryFailure', () => {
  it('finds the mail and the reason of a final failure', () => {
    const text = report(
      'Reporting-MTA: dns; mx.client.example',
      '',
      'Final-Recipient: rfc822; ada@client.example',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 No such',
      '  user here',
      'From: Studio <hello@studio.example>',
      'Message-ID:',
      ' <0190@studio.example>',
    );
    expect(readDeliveryFailure(mailOf(text))).toEqual({
      messageIds: ['0190@studio.example'],
      recipients: ['ada@client.example'],
      diagnosis: '550 5.1.1 No such user here',
    });
  });

  it('takes the status where there is no diagnosis, and no action', () => {
    expect(readDeliveryFailure(mailOf('Status: 5.2.2\nMessage-ID: <1@a.example>'))).toMatchObject({
      diagnosis: '5.2.2',
    });
  });

  it.each([
    'Action: delayed\nStatus: 4.4.1',
    'Action: delivered\nStatus: 2.0.0',
    'Status: 4.4.1',
    'Hello',
    '',
  ])('finds none in %j', (text) => {
    expect(readDeliveryFailure(mailOf(text))).toBeUndefined();
  });
});
