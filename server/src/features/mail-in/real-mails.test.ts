import { describe, expect, it } from 'vitest';
import { listRealMails, setUpRealMails } from '../../../test/harness/real-mails.ts';

const WORDS = 'Is the blue all right?\n\nShall we go live on Monday?';

/** What each mail of `server/test/mails` says, as its sender would read it. */
const POSTED: Record<string, string | RegExp> = {
  '8859-8-i': 'שלום',
  'apple-inline-parts':
    /^First picture, the door:\s+Second picture, the oven\. Please use only this one\.\s+Ada$/,
  'arabic-gmail': 'نعم، اللون الأزرق جيد.',
  'bottom-unquoted': /Yes, the blue is fine\. Go ahead and publish on Monday\.\n\nAda$/,
  cp932: 'はい。①',
  'danish-outlook': 'Ja tak, det er fint.\n\nVenlig hilsen\nAda',
  'dutch-outlook-date': 'Prima.',
  'emoji-reaction': 'Ada reacted via Gmail',
  'flowed-delsp': 'これは長い段落で、途中で折り返されています。\n\nYes.',
  flowed:
    /^This is a long paragraph that Thunderbird has wrapped.*>> not a quote, I typed two angle signs\.\n\nYes\.$/s,
  forward: /^-+ Forwarded message -+\nFrom: Hosting Ltd .*Server: ftp\.hosting\.example\nUser: u4711$/s,
  'from-my-desk':
    /^Please don't publish .*Sent from my desk: the old price list is wrong, use 4\.20 not 3\.80!$/s,
  gb18030: '好的，没问题。',
  'gmail-reaction': '👍',
  'google-inbox-de': 'Passt!',
  'inline-outlook':
    /^Please see my answers.*\[Ada\] No, please use green\..*\[Ada\] No, wait for the tax office\.$/s,
  'ionos-html': 'Ja, passt.',
  iso2022jp: 'はい、青で大丈夫です。',
  'italian-outlook-mobile': 'Va bene.',
  'japanese-gmail': 'はい、青で大丈夫です。',
  ks_c_5601: '네, 좋습니다.',
  'long-html': /^Please use this logo, and call me on Friday\.\n/,
  'long-html-alt': /^Please use this logo, and call me on Friday\.\n/,
  lotus: 'Fine with me.',
  'no-charset-utf8': 'Grüße aus München, prêt',
  'outlook-html-only': /^Yes, blue is fine\.\s+Ada$/,
  'ox-ionos': 'Ja, passt.',
  'pgp-signed': 'Signed: blue is fine.',
  'polish-thunderbird': 'Tak, może być.',
  'portuguese-br-gmail': 'Está ótimo.',
  proton: 'Blue is fine.',
  'russian-gmail': 'Да, всё хорошо.',
  'samsung-footer': 'Blue please',
  'spanish-outlook': 'Perfecto.',
  'swedish-gmail': 'Ja, det ser bra ut.',
  'utf-7': 'Grüße ä',
  'windows-1252-labelled-8859': 'The price – 10 € – is “fine”. Don’t change it…',
  winmail: /^Please find the price list attached\.\n\n\[Not attached: winmail\.dat \(Outlook packed/,
  'yahoo-html': 'Blue is good.',
};
/** Why the others aren't posted, and whose address they mark. */
const NOT_POSTED: Record<string, [state: string, reason: string, ...bounced: string[]]> = {
  'auto-cpanel-exim': ['discarded', 'auto_reply'],
  'auto-dsn-postfix': ['discarded', 'bounce', 'ada@client.example'],
  'auto-dsn-ses': ['discarded', 'bounce', 'ada@client.example'],
  'auto-exchange-oof': ['discarded', 'auto_reply'],
  'auto-gmx-autoresponder': ['discarded', 'auto_reply'],
  'auto-icloud-vacation': ['discarded', 'auto_reply'],
  'auto-lotus-oof': ['discarded', 'auto_reply'],
  'auto-ndr-office365-relay': ['discarded', 'bounce', 'ada@client.example'],
  'auto-plesk': ['discarded', 'auto_reply'],
  'auto-read-receipt': ['discarded', 'receipt'],
  'auto-tonline': ['discarded', 'auto_reply'],
  'auto-yahoo-vacation': ['discarded', 'auto_reply'],
  'auto-zimbra': ['discarded', 'auto_reply'],
  smime: ['quarantined', 'sealed'],
};
const FILES: Record<string, string[]> = { 'apple-inline-parts': ['IMG_0001.png'] };

describe('mails as people write them', () => {
  it.each([
    ['the mail that they quote is known', WORDS],
    ['what they quote isn’t known', 'Something else entirely.'],
  ])('posts their own words and nothing of ours when %s', { timeout: 600_000 }, async (_when, words) => {
    const { app, deliver } = await setUpRealMails('sqlite', words);
    await using _ = app;
    for (const [name, raw] of listRealMails()) {
      const isReport = /^auto-(?:dsn|ndr)/.test(name);
      const { state, reason, body, folded, files, bounced } = await deliver(raw, isReport ? '' : undefined);
      const none = NOT_POSTED[name];
      if (none) expect.soft([state, reason, ...bounced], name).toEqual(none);
      else {
        expect.soft([name, state]).toEqual([name, 'posted']);
        const posted = POSTED[name] ?? '';
        if (typeof posted === 'string') expect.soft(body, name).toBe(posted);
        else expect.soft(body, name).toMatch(posted);
        expect.soft([name, files]).toEqual([name, FILES[name] ?? []]);
      }
      expect.soft(`${body}${folded}`, name).not.toMatch(/SECRETTOKEN|unsubscribe/);
      // Words that are known to be ours are cut; others are folded.
      if (words === WORDS) expect.soft(folded ?? '', name).not.toContain('Is the blue all right?');
    }
  });
});
