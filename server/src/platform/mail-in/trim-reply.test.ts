import { describe, expect, it, test } from 'vitest';
import { trimReply } from './trim-reply.ts';

const mail = (...lines: string[]) => lines.join('\n');

describe('trimReply', () => {
  test.each<[string, string, string]>([
    ['a mail that quotes nothing', 'Looks good.\n\nAda', 'Looks good.\n\nAda'],
    [
      'Gmail, English',
      mail(
        'Looks good!',
        '',
        'On Tue, Mar 3, 2026 at 10:00 AM Studio <hello@studio.example>',
        'wrote:',
        '',
        '> Hi Ada',
        '> Done.',
      ),
      'Looks good!',
    ],
    [
      'Gmail, German',
      mail(
        'Passt so.',
        '',
        'Am Di., 3. März 2026 um 10:00 Uhr schrieb Studio <hello@studio.example>:',
        '',
        '> Hallo',
      ),
      'Passt so.',
    ],
    [
      'Gmail, French, with no-break spaces',
      mail(
        'Parfait.',
        '',
        'Le mar. 3 mars 2026 à 10:00, Studio <hello@studio.example> a\u00a0écrit\u00a0:',
        '',
        '> Bonjour',
      ),
      'Parfait.',
    ],
    [
      'Apple Mail',
      mail(
        'Yes please.',
        '',
        '> On 3. Mar 2026, at 10:00, Studio <hello@studio.example> wrote:',
        '> ',
        '> Shall I?',
        '',
      ),
      'Yes please.',
    ],
    [
      'Apple Mail, German',
      mail(
        'Ja, gern.',
        '',
        'Am 03.03.2026 um 10:00 schrieb Studio <hello@studio.example>:',
        '',
        '> Soll ich?',
      ),
      'Ja, gern.',
    ],
    [
      'Outlook, English',
      mail(
        'Fine with me.',
        '',
        'Kind regards',
        'Ada',
        '',
        '________________________________',
        'From: Studio <hello@studio.example>',
        'Sent: Tuesday, March 3, 2026 10:00',
        'To: Ada',
        'Subject: Your website',
        '',
        'Hi Ada',
      ),
      mail('Fine with me.', '', 'Kind regards', 'Ada'),
    ],
    [
      'Outlook, German',
      mail(
        'Einverstanden.',
        '',
        'Von: Studio <hello@studio.example>',
        'Gesendet: Dienstag, 3. März 2026 10:00',
        'An: Ada',
        'Betreff: Website',
        '',
        'Hallo',
      ),
      'Einverstanden.',
    ],
    [
      'Outlook, French',
      mail(
        'D’accord.',
        '',
        'De : Studio <hello@studio.example>',
        'Envoyé : mardi 3 mars 2026 10:00',
        'À : Ada',
        'Objet : Site',
        '',
        'Bonjour',
      ),
      'D’accord.',
    ],
    [
      'an old Outlook',
      mail('Ok.', '', '-----Ursprüngliche Nachricht-----', 'Von: Studio', 'Gesendet: heute', '', 'Hallo'),
      'Ok.',
    ],
    [
      'Thunderbird below the quote',
      mail(
        'Am 03.03.26 um 10:00 schrieb Studio:',
        '> Soll die Seite blau sein?',
        '> Grüße',
        '',
        'Lieber grün.',
        '',
        '-- ',
        'Ada Muster',
        'Musterweg 1',
      ),
      'Lieber grün.',
    ],
    [
      'answers between the lines',
      mail(
        'On 03/03/2026 10:00, Studio wrote:',
        '> Hi Ada,',
        '> Blue?',
        'No, green.',
        '',
        '> And the logo?',
        'Bigger.',
        '> Bye',
      ),
      mail('No, green.', '', '', '> And the logo?', 'Bigger.'),
    ],
    [
      'an iPhone',
      mail(
        'Super!',
        '',
        'Von meinem iPhone gesendet',
        '',
        '> Am 03.03.2026 um 10:00 schrieb Studio <a@b.example>:',
        '> ',
        '> Hallo',
      ),
      'Super!',
    ],
    [
      'Outlook on a phone',
      mail(
        'Great',
        '',
        'Get Outlook for iOS<https://aka.ms/o0ukef>',
        '________________________________',
        'From: Studio <a@b.example>',
        'Sent: Tuesday',
        'To: Ada',
        'Subject: x',
        '',
        'Hi',
      ),
      'Great',
    ],
    ['a signature', mail('Thanks!', '', '--', 'Ada Sample', 'Sample Ltd'), 'Thanks!'],
    [
      'a program without quote marks',
      mail(
        'Yes.',
        '',
        'On Tuesday, March 3, 2026, Studio <a@b.example> wrote:',
        'Hi Ada,',
        'is that all right?',
      ),
      'Yes.',
    ],
    ['line ends of Windows', 'Yes.\r\n\r\n> No?\r\n', 'Yes.'],
    ['nothing but a quote', mail('On 3/3/2026, Studio wrote:', '> Hi'), ''],
  ])('keeps the answer of %s', (_what, text, answer) => {
    expect(trimReply(text).text).toBe(answer);
  });

  test.each([
    ['a sentence with such words', 'On Monday my partner wrote:\nWe like it.'],
    ['a list with a colon', 'From: Berlin\nby train'],
    ['dashes inside the text', 'One\n---\nTwo'],
    [
      'a long text below dashes',
      ['One', '--', ...Array.from({ length: 40 }, (_, n) => `line ${n}`)].join('\n'),
    ],
  ])('leaves %s', (_what, text) => {
    expect(trimReply(text)).toEqual({ text, folded: '' });
  });

  it('folds what isn’t known to be ours, and cuts nothing else', () => {
    expect(trimReply('Yes\n> no')).toEqual({ text: 'Yes', folded: '> no' });
    expect(trimReply('Yes\n-- \nAda')).toEqual({ text: 'Yes', folded: '--\nAda' });
  });

  it('looks at each line a few times, whatever a stranger sends', () => {
    const hostile = [
      'On 1 '.repeat(4_000),
      'On 1 a@b\n'.repeat(4_000),
      '>'.repeat(20_000),
      '>\n'.repeat(10_000),
      '> a\nb\n'.repeat(4_000),
      '> a\n\n'.repeat(4_000),
      `${'-'.repeat(10_000)}x`,
      'From: a\n'.repeat(4_000),
      '____________\n'.repeat(2_000),
      '____________\n\n'.repeat(2_000),
      '\n'.repeat(20_000),
      ' \n_______________\n'.repeat(1_000),
    ];
    for (const text of hostile) {
      const before = process.threadCpuUsage().user;
      trimReply(text);
      expect((process.threadCpuUsage().user - before) / 1_000, text.slice(0, 20)).toBeLessThan(1_000);
    }
  });
});
