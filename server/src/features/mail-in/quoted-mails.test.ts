import { expect, it } from 'vitest';
import { setUpRealMails } from '../../../test/harness/real-mails.ts';

const WORDS =
  'Hello Ada,\nis the blue of the new door all right, or do you want it darker?\n\nShall we go live on Monday?';
const mail = (lines: readonly string[], type = 'text/plain') =>
  Buffer.from(
    Buffer.from(
      [
        'From: Ada <ada@client.example>',
        'To: Studio <reply+TOKEN@studio.example>',
        `Message-ID: <${Math.random()}@client.example>`,
        'In-Reply-To: <MESSAGE-ID-OF-OUR-MAIL>',
        'Subject: Re: Your website',
        'MIME-Version: 1.0',
        `Content-Type: ${type}; charset=utf-8`,
        '',
        ...lines,
      ].join('\r\n'),
    ),
  );

/** How programs quote a mail: the lines of their head, and whether they mark what they quote. */
const LAYOUTS: Record<string, { head: string[]; mark?: '> ' }> = {
  'Gmail, Turkish': {
    head: ['Studio <hello@studio.example>, 3 Mar 2026 Sal, 10:00 tarihinde şunu yazdı:', ''],
    mark: '> ',
  },
  'Gmail, Czech': {
    head: ['út 3. 3. 2026 v 10:00 odesílatel Studio <hello@studio.example> napsal:', ''],
    mark: '> ',
  },
  'Gmail, Greek': {
    head: ['Στις Τρί 3 Μαρ 2026 στις 10:00 π.μ., ο χρήστης Studio <hello@studio.example>', 'έγραψε:', ''],
    mark: '> ',
  },
  'Gmail, Chinese': {
    head: ['Studio <hello@studio.example> 于2026年3月3日周二 10:00写道：', ''],
    mark: '> ',
  },
  'Gmail, Korean': {
    head: ['2026년 3월 3일 (화) 오전 10:00, Studio <hello@studio.example>님이 작성:', ''],
    mark: '> ',
  },
  'Gmail, Hebrew': {
    head: ['‫בתאריך יום ג׳, 3 במרץ 2026 ב-10:00 מאת ‪Studio‬‏ <‪hello@studio.example‬‏>:‬', ''],
    mark: '> ',
  },
  'Gmail, Hungarian': {
    head: ['Studio <hello@studio.example> ezt írta (időpont: 2026. márc. 3., K, 10:00):', ''],
    mark: '> ',
  },
  'Gmail, Finnish': {
    head: ['ti 3. maalisk. 2026 klo 10.00 Studio (hello@studio.example) kirjoitti:', ''],
    mark: '> ',
  },
  'Thunderbird, Norwegian': { head: ['Den 03.03.2026 10:00, skrev Studio:'], mark: '> ' },
  'Mail.ru': {
    head: ['Вторник, 3 марта 2026, 10:00 +03:00 от Studio <hello@studio.example>:', ''],
    mark: '> ',
  },
  'Outlook, Swedish': {
    head: [
      'Från: Studio <hello@studio.example>',
      'Skickat: den 3 mars 2026 10:00',
      'Till: Ada <ada@client.example>',
      'Ämne: Atelier wrote',
      '',
    ],
  },
  'Outlook, Polish': {
    head: [
      '________________________________',
      'Od: Studio <hello@studio.example>',
      'Wysłane: wtorek, 3 marca 2026 10:00',
      'Do: Ada <ada@client.example>',
      'Temat: Atelier wrote',
      '',
    ],
  },
  'Outlook, Chinese': {
    head: [
      '发件人: Studio <hello@studio.example>',
      '发送时间: 2026年3月3日 10:00',
      '收件人: Ada <ada@client.example>',
      '主题: Atelier wrote',
      '',
    ],
  },
  'Outlook, Japanese': {
    head: [
      '差出人: Studio <hello@studio.example>',
      '送信日時: 2026年3月3日 10:00',
      '宛先: Ada',
      '件名: Atelier wrote',
      '',
    ],
  },
  'Outlook, Finnish, bold': {
    head: [
      '*Lähettäjä:* Studio <hello@studio.example>',
      '*Lähetetty:* tiistai 3. maaliskuuta 2026 10.00',
      '*Vastaanottaja:* Ada <ada@client.example>',
      '*Aihe:* Atelier wrote',
      '',
    ],
  },
  'an unknown program without any head': { head: [] },
};

it('cuts our mail where its words begin, in every language and layout, with its links', {
  timeout: 600_000,
}, async () => {
  const { app, deliver, sent } = await setUpRealMails('sqlite', WORDS);
  await using _ = app;
  const links = [...sent.text.matchAll(/https?:\S+(?:token=|#)(\S+)/g)].map(([, secret = '']) => secret);
  expect(links.length).toBeGreaterThan(0);
  const wrapped = sent.text.replaceAll(/https?:\/\/\S+/g, (url) =>
    `${url.slice(0, 60)}\n${url.slice(60)}`.trim(),
  );
  const safe = sent.text.replaceAll(
    /https?:\/\/\S+/g,
    (url) =>
      `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05%7C02&reserved=0`,
  );
  for (const [name, { head, mark = '' }] of Object.entries(LAYOUTS)) {
    for (const text of [sent.text, safe, wrapped]) {
      const quoted = text.split('\n').map((line) => `${mark}${line}`);
      const { body, folded } = await deliver(mail(['Das passt. Дa!', '', ...head, ...quoted]));
      expect.soft(body, name).toBe('Das passt. Дa!');
      expect.soft(folded ?? '', name).not.toMatch(/blue of the new door|go live/);
      for (const secret of links) expect.soft(`${body}${folded}`, name).not.toContain(secret);
    }
  }
  // HTML, as most programs quote it.
  const html = sent.html.replace(/^[\s\S]*<body[^>]*>/, '').replace(/<\/body>[\s\S]*/, '');
  const inHtml = await deliver(
    mail(
      [
        `<div>Schön.</div><div><b>Fra:</b> Studio &lt;hello@studio.example&gt;<br><b>Sendt:</b> 3. marts 2026 10:00<br><b>Til:</b> Ada</div>${html}`,
      ],
      'text/html',
    ),
  );
  expect(inHtml.body).toBe('Schön.');
  expect(inHtml.folded ?? '').not.toMatch(/blue of the new door|token=/);
});

it('keeps answers between our lines and below them, and what a client passes on', {
  timeout: 600_000,
}, async () => {
  const { app, deliver, sent } = await setUpRealMails('sqlite', WORDS);
  await using _ = app;
  const lines = sent.text.split('\n');
  const at = lines.findIndex((line) => line.includes('darker'));
  const head = [
    'From: Studio <hello@studio.example>',
    'Sent: Tuesday, March 3, 2026 10:00 AM',
    'To: Ada',
    'Subject: x',
    '',
  ];
  const between = await deliver(
    mail(['See below.', '', ...head, ...lines.slice(0, at + 1), 'Darker, please.', ...lines.slice(at + 1)]),
  );
  expect(between.body).toMatch(/^See below\.\n+> .*or do you want it darker\?\nDarker, please\.$/s);
  const below = await deliver(mail([...head, ...lines, '', 'Fine with me.']));
  expect(below).toMatchObject({ body: 'Fine with me.', folded: null });
  const forwarded = await deliver(
    mail([
      'Here is the access:',
      '',
      '-------- Weitergeleitete Nachricht --------',
      'Von: Host <a@host.example>',
      'Datum: 3.3.2026 10:00',
      'An: Ada',
      '',
      'User: u4711',
    ]),
  );
  expect(forwarded.body).toMatch(/^Here is the access:.*User: u4711$/s);
  const passed = await deliver(
    mail([
      'Look:',
      `${app.instance.platform.publicUrl}/work/bakery-site-2025 and https://x.example/?token=a`,
    ]),
  );
  expect(passed.body).toContain('/work/bakery-site-2025 and https://x.example/?token=a');
  // Nothing but our own words.
  const none = await deliver(mail(lines.map((line) => `> ${line}`)));
  expect(none).toMatchObject({ state: 'quarantined', reason: 'empty' });
  await app.drainOutbox();
  const notice = app.mails.findLast(({ subject }) => subject === 'Your reply wasn’t posted');
  expect(notice).toMatchObject({ to: { address: 'ada@client.example' }, isNotice: true });
  await deliver(mail(lines.map((line) => `> ${line}`)));
  await app.drainOutbox();
  expect(app.mails.filter(({ isNotice }) => isNotice)).toHaveLength(1);
});
