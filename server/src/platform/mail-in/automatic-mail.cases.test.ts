import { expect, test } from 'vitest';
import { findAutomaticKind } from './automatic-mail.ts';

const find = (
  headers: Record<string, string>,
  subject = 'Re: Your website',
  envelopeFrom = 'ada@client.example',
) =>
  findAutomaticKind(
    {
      headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
      from: { address: 'ada@client.example', name: 'Ada' },
      messageId: '<1@client.example>',
      subject,
      receipt: false,
      calendarMethod: undefined,
      report: '',
    },
    { ownHost: 'studio.example', envelopeFrom },
  );

test.each<[string, Record<string, string>]>([
  ['iCloud', { 'x-apple-action': 'VACATION', 'x-apple-criteria': '{kind=VACATION}' }],
  ['an Exchange rule', { 'x-ms-exchange-generated-message-source': 'Mailbox Rules Agent' }],
  ['an Exchange rule’s loop mark', { 'x-ms-exchange-inbox-rules-loop': 'ada@client.example' }],
  ['Gmail', { 'x-autoreply': 'yes', precedence: 'bulk' }],
  ['cPanel', { 'x-autorespond': 'x', precedence: 'auto_reply' }],
  ['cPanel’s header with an address', { 'x-auto-reply-from': 'ada@client.example' }],
  ['DirectAdmin', { 'x-autorespond-from': 'ada' }],
  ['T-Online', { 'x-autoresponder': 'yes' }],
  ['Yahoo', { 'x-yahoo-auto-response': '1' }],
  ['FastMail', { 'x-auto-response': 'yes' }],
  ['Open-Xchange', { 'x-open-xchange-vacation': 'true' }],
  ['Zoho', { 'x-zoho-autoreply': 'true' }],
  ['Kerio', { 'x-out-of-office': 'yes' }],
  ['Mailenable', { 'x-vacation': 'on' }],
  ['Sieve', { 'auto-submitted': 'auto-replied (vacation)' }],
  ['an empty envelope with a vacation', { 'auto-submitted': 'auto-replied' }],
  ['Strato', { 'x-mailer': 'STRATO Auto-Responder' }],
])('knows the automatic answer of %s', (_what, headers) => {
  expect(find(headers)).toBe('auto_reply');
  expect(find(headers, undefined, '')).toBe('auto_reply');
});

test.each([
  'Automatic reply: Your website',
  'Automatische Antwort: Website',
  'Réponse automatique : Site',
  'Abwesend',
  'Autosvar: x',
  'Risposta automatica: x',
  'Re: Out of Office: x',
  '自動応答: x',
])('leaves it to the owner whether %s is a person’s', (subject) => {
  expect(find({}, subject)).toBe('maybe_automatic');
});

test.each<[string, Record<string, string>, string?]>([
  ['says so', { 'auto-submitted': 'no' }],
  ['wants no automatic answers', { 'x-auto-response-suppress': 'None' }],
  ['has a header that says no', { 'x-autoreply': 'no' }],
  ['is about vacation', {}, 'Re: our vacation rentals, and the office'],
])('takes a mail for a person’s that %s', (_what, headers, subject) => {
  expect(find(headers, subject)).toBeUndefined();
});
