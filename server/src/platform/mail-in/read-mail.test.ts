import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { createMailDomains, MAIL_SERVER } from '../../../test/harness/mail-domains.ts';
import { authenticateSender, readTrustedResult } from './authenticate-sender.ts';
import { parseMail, UnreadableMailError } from './parse-mail.ts';
import { readMail } from './read-mail.ts';

const HEAD =
  'From: Ada <ada@client.example>\r\nTo: Studio <reply+x@studio.example>\r\nMessage-ID: <1@client.example>\r\nSubject: Re: Hi\r\nDate: Tue, 3 Mar 2026 10:00:00 +0000\r\n';
const mail = (content: string, head = HEAD) => `${head}${content}`;
/** Of the text "Hi". */
const BODY_HASH = createHash('sha256').update('Hi\r\n').digest('base64');
const parse = (raw: string | Buffer) => parseMail(Buffer.from(raw as string));

describe('parseMail', () => {
  it('reads sender, subject and text', async () => {
    expect(await parse(mail('\r\nHello'))).toMatchObject({
      messageId: '<1@client.example>',
      from: { address: 'ada@client.example', name: 'Ada' },
      subject: 'Re: Hi',
      text: 'Hello',
      parts: [],
    });
  });

  test.each([
    ['two From headers', `From: b@x.example\r\n${HEAD}\r\nx`],
    ['two senders', `From: b@x.example, c@x.example\r\n\r\nx`],
    ['no sender', `Subject: x\r\n\r\nx`],
    ['an empty mail', ''],
  ])('knows no sender of %s', async (_what, raw) => {
    expect((await parse(raw)).from).toBeUndefined();
  });

  test.each<[string, string, Buffer]>([
    ['iso-8859-1', 'grüße', Buffer.from('gr\xfc\xdfe', 'latin1')],
    ['windows-1252', '10 €', Buffer.from('10 \x80', 'latin1')],
    ['iso-2022-jp', '日本', Buffer.from('\x1b$BF|K\\\x1b(B', 'latin1')],
    ['klingon', 'hi', Buffer.from('hi')],
  ])('reads the charset %s', async (charset, text, bytes) => {
    const head = Buffer.from(mail(`Content-Type: text/plain; charset=${charset}\r\n\r\n`));
    expect((await parseMail(Buffer.concat([head, bytes]))).text.trim()).toBe(text);
  });

  it('writes a sender’s domain as name servers have it', async () => {
    for (const domain of ['xn--mller-kva.example', 'MÜLLER.example'])
      expect((await parse(`From: Ada@${domain}\r\n\r\nx`)).from?.address).toBe('ada@xn--mller-kva.example');
  });

  it('takes no address out of a quoted local part', async () => {
    const { from } = await parse('From: "ada@client.example x"@other.example\r\n\r\nx');
    expect(from?.address).toMatch(/@other\.example$/);
  });

  it('turns HTML into text with its quotes marked', async () => {
    const html = '<div>Looks <b>good</b>!</div><blockquote><p>Hi</p></blockquote><script>x()</script>';
    const { text } = await parse(mail(`Content-Type: text/html\r\n\r\n${html}`));
    expect(text).toContain('Looks good!');
    expect(text).toContain('> Hi');
    expect(text).not.toContain('x()');
  });

  it('opens no archive and reads no embedded mail', async () => {
    const inner = mail('\r\nInner');
    const { parts, text } = await parse(
      mail(
        `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nOuter\r\n--b\r\nContent-Type: application/zip; name="../a.zip"\r\n\r\nPK\r\n--b\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${inner}\r\n--b--`,
      ),
    );
    expect(text.trim()).toBe('Outer');
    expect(parts.map(({ name }) => name)).toEqual(['../a.zip', 'mail.eml']);
  });

  it('refuses thousands of parts and parts in parts', async () => {
    let nested = HEAD;
    for (let n = 0; n < 5_000; n += 1)
      nested += `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`;
    const many = mail(
      `Content-Type: multipart/mixed; boundary=q\r\n\r\n${'--q\r\n\r\nx\r\n'.repeat(20_000)}`,
    );
    for (const raw of [nested, many]) await expect(parse(raw)).rejects.toThrow(UnreadableMailError);
  });

  it('reads what is malformed without failing', async () => {
    const odd = [
      'no header at all',
      '\0\0\0',
      `${HEAD}Content-Type: multipart/mixed\r\n\r\nx`,
      `${HEAD}Content-Transfer-Encoding: base64\r\n\r\n!!!`,
      `Subject: =?utf-8?b?////?=\r\n${HEAD}\r\nx`,
      `${HEAD}Content-Type: text/plain; charset*0*=''\r\n\r\nx`,
    ];
    for (const raw of odd) expect(typeof (await parse(raw)).text).toBe('string');
  });
});

const UNPROVEN = { by: undefined };
const BY_SIGNATURE = { by: 'signature' };

describe('readMail', () => {
  const domains = createMailDomains();
  /** A domain whose SPF record names every server. */
  domains.records.set('local.example', 'v=spf1 +all');
  const ofLocal = (head: string) => head.replace('ada@client.example', 'ada@local.example');
  const read = async (
    raw: string,
    {
      address = '198.51.100.1',
      envelopeFrom = 'ada@client.example',
      isBox = false,
      isDirect = false,
      trustedHost = undefined as string | undefined,
      relays = [] as string[],
    } = {},
  ) => {
    const order = {
      raw: Buffer.from(raw),
      arrival: {
        peer: isBox ? undefined : { address, helo: 'mx.client.example' },
        envelopeFrom,
        place: 'reply+x@studio.example',
      },
      nameServers: [],
      trust: { isDirect, trustedHost, relays },
    };
    return (await readMail(order, { resolver: domains.resolver }))?.proof;
  };

  it('proves a sender whose domain signed', async () => {
    expect(await read(await domains.sign(mail('\r\nHi')))).toEqual({
      by: 'signature',
      summary: 'dkim=pass spf=none dmarc=pass',
    });
    expect(await read(await domains.sign(mail('\r\nHi')), { isBox: true })).toMatchObject(BY_SIGNATURE);
  });

  it('proves a sender whose domain’s server sent, where senders’ servers connect themselves', async () => {
    expect(await read(mail('\r\nHi'), { address: MAIL_SERVER, isDirect: true })).toEqual({
      by: 'server',
      summary: 'dkim=none spf=pass dmarc=pass',
    });
  });

  it.each([
    ['another server stands before this one', { address: MAIL_SERVER }],
    ['a relay brought it', { address: MAIL_SERVER, isDirect: true, relays: ['192.0.2.0/24'] }],
    ['this machine brought it', { address: '127.0.0.1', isDirect: true }],
    ['the own network brought it', { address: '::ffff:10.0.0.7', isDirect: true }],
  ])('security: doesn’t count SPF where %s', async (_what, arrival) => {
    // The studio's own record names its mail server, which passes on what anyone wrote.
    expect(
      await read(mail('\r\nHi', ofLocal(HEAD)), { ...arrival, envelopeFrom: 'ada@local.example' }),
    ).toEqual({
      by: undefined,
      summary: 'dkim=none spf=none dmarc=none',
    });
    expect(await read(mail('\r\nHi'), arrival)).toEqual({
      by: undefined,
      summary: 'dkim=none spf=none dmarc=fail',
    });
  });

  it('proves a signed sender whose domain has no policy', async () => {
    const plain = mail('\r\nHi').replace('ada@client.example', 'ada@plain.example');
    expect(await read(await domains.sign(plain, 'plain.example'))).toMatchObject(BY_SIGNATURE);
    expect(await read(plain)).toMatchObject(UNPROVEN);
  });

  test.each([
    ['no signature', async () => mail('\r\nHi')],
    ['a signature of another domain', () => domains.sign(mail('\r\nHi'), 'other.example')],
    ['a changed text', async () => (await domains.sign(mail('\r\nHi'))).replace('Hi', 'Ho')],
    ['a changed sender', async () => (await domains.sign(mail('\r\nHi'))).replace('From: Ada', 'From: Eve')],
    ['a second sender', async () => `From: eve@other.example\r\n${await domains.sign(mail('\r\nHi'))}`],
  ])('doesn’t prove the sender of a mail with %s', async (_what, make) => {
    expect(await read(await make())).toMatchObject(UNPROVEN);
  });

  it('proves a signed mail only where its signature says that it is for that address', async () => {
    const toStranger = mail('\r\nYes, go ahead').replace('reply+x@studio.example', 'eve@other.example');
    const signed = await domains.sign(toStranger);
    const replayed = `Cc: reply+x@studio.example\r\nTo: reply+x@studio.example\r\n${signed}`;
    expect(await read(replayed)).toEqual({
      by: undefined,
      summary: 'dkim=pass spf=none dmarc=pass; signed for another address',
    });
    expect(await read(signed, { address: MAIL_SERVER, isDirect: true })).toMatchObject({ by: 'server' });
    const copied = toStranger.replace('To: Studio', 'Cc: "A, B" <REPLY+X@studio.example>,\r\n Eve');
    expect(await read(await domains.sign(copied))).toMatchObject(BY_SIGNATURE);
  });

  it('doesn’t prove a sender whose server is allowed for another domain only', async () => {
    const forged = mail('\r\nHi').replace('ada@client.example', 'owner@studio.example');
    expect(await read(forged, { address: MAIL_SERVER, isDirect: true })).toMatchObject(UNPROVEN);
  });

  it('leaves it open while no name server answers', async () => {
    domains.setSilent(true);
    expect(await read(await domains.sign(mail('\r\nHi')))).toBeUndefined();
    domains.setSilent(false);
  });

  it('security: looks up three signatures, the sender’s domain’s first, and none of servers on the way', async () => {
    const asked: string[] = [];
    const resolver = async (name: string, type: string) => {
      asked.push(name);
      return domains.resolver(name, type);
    };
    let raw = await domains.sign(mail('\r\nHi'));
    for (let count = 0; count < 9; count += 1)
      raw = `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; s=s1; d=slow${count}.example; h=from:to;\r\n bh=${BODY_HASH}; b=AAAA\r\n${raw}`;
    const seal = (name: string, value: string) =>
      `ARC-${name}: i=1; ${value}; d=sealed.example; s=s1; b=AAAA\r\n`;
    raw =
      seal('Seal', 'a=rsa-sha256; cv=none') +
      seal('Message-Signature', `a=rsa-sha256; h=from:to; bh=${BODY_HASH}`) +
      `ARC-Authentication-Results: i=1; sealed.example; dkim=pass\r\n${raw}`;
    const arrival = { peer: undefined, envelopeFrom: '', place: null };
    const trust = { isDirect: false, trustedHost: undefined, relays: [] };
    const read = await readMail({ raw: Buffer.from(raw), arrival, nameServers: [], trust }, { resolver });
    expect(read?.proof).toMatchObject(BY_SIGNATURE);
    expect(asked.filter((name) => name.includes('_domainkey'))).toEqual([
      's1._domainkey.client.example',
      's1._domainkey.slow8.example',
      's1._domainkey.slow7.example',
    ]);
  });

  it('security: gives all look-ups of a mail one time, which name servers can’t extend by silence', async () => {
    const silent = () => new Promise<never>(() => {});
    const arrival = { peer: undefined, envelopeFrom: '', place: null };
    const trust = { isDirect: false, trustedHost: undefined, relays: [] };
    const raw = Buffer.from(await domains.sign(mail('\r\nHi')));
    const order = { raw, arrival, nameServers: [], trust };
    const read = await readMail(order, { resolver: silent, lookUpsMs: 20 });
    expect(read).toMatchObject({ mail: { subject: 'Re: Hi' }, proof: undefined });
  });

  it('believes the mailbox’s own host, for mails out of a mailbox', async () => {
    const noted = `Authentication-Results: mx.box.example; dkim=pass; dmarc=pass (p=reject)\r\n${mail('\r\nHi')}`;
    const trustedHost = 'mx.box.example';
    expect(await read(noted, { isBox: true, trustedHost })).toMatchObject({ by: 'trusted_host' });
    expect(await read(noted, { isBox: true })).toMatchObject(UNPROVEN);
    expect(await read(noted, { isBox: true, trustedHost: 'mx.other.example' })).toMatchObject(UNPROVEN);
    expect(await read(noted, { trustedHost })).toMatchObject(UNPROVEN);
  });

  it('believes that host about what a relay brings, and about nothing that others bring', async () => {
    const noted = `Authentication-Results: mx.box.example; dmarc=pass\r\n${mail('\r\nHi')}`;
    const trust = { trustedHost: 'mx.box.example', relays: ['loopback', '10.1.0.0/16'] };
    for (const address of ['127.0.0.1', '10.1.2.3'])
      expect(await read(noted, { ...trust, address })).toEqual({
        by: 'trusted_host',
        summary: 'dkim=none spf=none dmarc=fail; mx.box.example: dmarc=pass',
      });
    for (const address of ['198.51.100.1', '10.2.0.1'])
      expect(await read(noted, { ...trust, address, isDirect: true })).toMatchObject(UNPROVEN);
  });

  it('proves no sender that is read in two ways, whatever the mailbox’s host says', async () => {
    const forged = mail('\r\nHi').replace('Ada <ada@client.example>', 'Ada <ada@other.example>');
    const signed = await domains.sign(forged, 'other.example');
    const noted = `Authentication-Results: mx.box.example; dmarc=pass\r\n${forged}`;
    const check = (raw: string, from: string) =>
      authenticateSender(
        { raw: Buffer.from(raw), from, peer: undefined, envelopeFrom: '', place: null },
        {
          resolver: domains.resolver,
          trust: { isDirect: false, trustedHost: 'mx.box.example', relays: [] },
        },
      );
    for (const [raw, by] of [
      [signed, 'signature'],
      [noted, 'trusted_host'],
    ] as const) {
      expect(await check(raw, 'ada@other.example')).toMatchObject({ by });
      expect(await check(raw, 'ada@client.example')).toEqual({
        by: undefined,
        summary: expect.stringContaining('its sender can be read in two ways'),
      });
    }
  });

  it('doesn’t believe it about a mail that was signed for another address', async () => {
    const toStranger = mail('\r\nYes, go ahead').replace('reply+x@studio.example', 'eve@other.example');
    const noted = `Authentication-Results: mx.box.example; dmarc=pass\r\n${await domains.sign(toStranger)}`;
    expect(await read(noted, { isBox: true, trustedHost: 'mx.box.example' })).toMatchObject(UNPROVEN);
  });

  it.each([
    ['a comment', 'spf=pass (domain of a; dmarc=pass x@other.example); dmarc=fail'],
    ['a comment in a comment', 'spf=pass (a (b) \\) ; dmarc=pass x); dmarc=fail'],
    ['a quoted address', 'spf=pass smtp.mailfrom="a; dmarc=pass \\" x"@other.example; dmarc=fail'],
    ['a quote in a comment', 'spf=pass (" ) dmarc=pass; dmarc=fail'],
  ])('finds no result in %s that a sender chose', (_, results) => {
    const lines = [`Authentication-Results: mx.example; ${results}`];
    expect(readTrustedResult(lines, 'mx.example')).toBe('fail');
  });

  it('reads only the topmost result of that host', () => {
    const lines = [
      'Authentication-Results: mx.example; dmarc=fail',
      'Authentication-Results: mx.example; dmarc=pass',
    ];
    expect(readTrustedResult(lines, 'mx.example')).toBe('fail');
  });
});
