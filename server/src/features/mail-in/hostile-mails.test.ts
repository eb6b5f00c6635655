import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';

const part = (name: string) =>
  `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename*=utf-8''${name}\r\n\r\nMZ\r\n`;

describeAnyEngine((engine) => {
  it('posts a mail with files that are refused, whatever they are called', async () => {
    const { app, client, receive, replyAddress, list, messages } = await setUpMailIn(engine);
    await using _ = app;
    await receive({
      from: client.email,
      to: await replyAddress('client'),
      subject: '=?utf-8?Q?a=00b=1b=E2=80=AEc?=',
      content: [
        'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
        '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHere\0 they \x1b[31mare\x07.\r\n',
        part('a%00b%0D%0A%5B%E2%80%AEc.exe'),
        part(`${'x'.repeat(79)}%F0%9F%91%8B.exe`),
        '--b--',
      ].join(''),
    });
    expect((await list()).items).toMatchObject([{ state: 'posted' }]);
    const body = (await messages()).at(-1)?.body ?? '';
    expect(body).toMatch(
      /^Here they \[31mare\.\n\n\[Not attached: a ?b.*c\.exe \(.*\]\n\[Not attached: x{79}/,
    );
    expect(body).not.toMatch(/[^\P{C}\n]/u);
    expect(body.split('\n')).toHaveLength(4);
  });
});
