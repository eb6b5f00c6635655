import { describe, expect, test } from 'vitest';
import { findAutomaticKind } from './automatic-mail.ts';

const mail = (headers: Record<string, string | string[]>, from = 'ada@client.example') => ({
  headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value].flat()])),
  from: { address: from, name: '' },
  messageId: String(headers['message-id'] ?? '<1@client.example>'),
  subject: String(headers.subject ?? ''),
  receipt: false,
  calendarMethod: undefined,
  report: '',
});
const facts = { ownHost: 'studio.example', envelopeFrom: 'ada@client.example' };

describe('findAutomaticKind', () => {
  test.each<[string, ReturnType<typeof mail>, string | undefined]>([
    ['a person’s mail', mail({ subject: 'Re: x' }), undefined],
    ['one that says no', mail({ 'auto-submitted': 'no' }), undefined],
    ['an absence', mail({ 'auto-submitted': 'auto-replied' }), 'auto_reply'],
    ['an older absence', mail({ 'x-autoreply': 'yes' }), 'auto_reply'],
    ['a list', mail({ 'list-id': '<a.example>' }), 'list'],
    ['bulk', mail({ precedence: 'Bulk' }), 'list'],
    ['our own mail', mail({ 'message-id': '<1@Studio.example>' }), 'loop'],
    ['a marked loop', mail({ 'x-loop': 'a' }), 'loop'],
    ['too many servers', mail({ received: Array.from({ length: 31 }, () => 'x') }), 'loop'],
    ['a report', mail({ 'content-type': 'multipart/report; boundary=x' }), 'bounce'],
    ['a daemon', mail({}, 'MAILER-DAEMON@mx.example'.toLowerCase()), 'bounce'],
  ])('finds in %s', (_what, given, kind) => {
    expect(findAutomaticKind(given, facts)).toBe(kind);
  });

  test('an empty envelope sender is a bounce', () => {
    expect(findAutomaticKind(mail({}), { ...facts, envelopeFrom: '' })).toBe('bounce');
  });
});
