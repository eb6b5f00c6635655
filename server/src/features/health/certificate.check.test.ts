import { once } from 'node:events';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { CERTIFICATE } from '../../../test/harness/certificate.ts';
import { createTestClock } from '../../../test/harness/clock.ts';
import { certificateCheck } from './certificate.check.ts';

describe('certificateCheck', () => {
  const authorities = getCACertificates('default');
  let close = () => {};
  afterEach(() => {
    close();
    setDefaultCACertificates(authorities);
  });

  async function listen() {
    const server = createServer(CERTIFICATE, (socket) => socket.on('error', () => {}));
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    close = () => server.close();
    return (server.address() as AddressInfo).port;
  }
  const check = (publicUrl: string, now: string) =>
    Promise.resolve(certificateCheck({ publicUrl, clock: createTestClock(now) }).run());

  it('says until when the certificate is valid and for which names, and when it is late', async () => {
    setDefaultCACertificates([...authorities, CERTIFICATE.cert]);
    const url = `https://localhost:${await listen()}`;
    expect(await check(url, '2027-01-01T00:00:00.000Z')).toMatchObject({
      level: 'ok',
      sentence: expect.stringMatching(
        /^The certificate of localhost \(localhost\) is valid until 2086-\d\d-\d\d\.$/,
      ),
    });
    const levels = ['2075-01-01', '2083-01-01', '2087-01-01'].map((day) =>
      check(url, `${day}T00:00:00.000Z`),
    );
    expect((await Promise.all(levels)).map(({ level, sentence }) => [level, sentence.slice(-30)])).toEqual([
      ['notice', 'should have been renewed by now.'.slice(-30)],
      ['problem', 'should have been renewed by now.'.slice(-30)],
      ['problem', expect.stringMatching(/expired on 2086-\d\d-\d\d\.$/)],
    ]);
  });

  it('says what browsers refuse', async () => {
    const port = await listen();
    const now = '2027-01-01T00:00:00.000Z';
    expect(await check(`https://localhost:${port}`, now)).toMatchObject({
      level: 'problem',
      sentence: 'Browsers refuse the certificate of localhost (localhost): DEPTH_ZERO_SELF_SIGNED_CERT.',
    });
    setDefaultCACertificates([...authorities, CERTIFICATE.cert]);
    expect(await check(`https://127.0.0.1:${port}`, now)).toMatchObject({
      level: 'problem',
      sentence: expect.stringContaining('Browsers refuse the certificate of 127.0.0.1 (localhost): '),
    });
  });

  it('can’t say anything of an address that doesn’t answer, or not in TLS', async () => {
    const plain = createPlainServer((socket) => {
      socket.on('error', () => {});
      socket.end('SSH-2.0-something\r\n', () => socket.destroy());
    });
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    const now = '2027-01-01T00:00:00.000Z';
    const spoken = await check(`https://localhost:${port}`, now);
    plain.close();
    await once(plain, 'close');
    const refused = await check(`https://localhost:${port}`, now);
    for (const { level, sentence } of [spoken, refused]) {
      expect([level, sentence]).toEqual([
        'notice',
        expect.stringMatching(/^https:\/\/localhost:\d+ can’t be reached from this machine: ./),
      ]);
    }
  });

  it('asks for https where PUBLIC_URL is no address of this machine', async () => {
    const now = '2027-01-01T00:00:00.000Z';
    expect((await check('http://studio.example', now)).level).toBe('problem');
    expect((await check('http://localhost:4000', now)).level).toBe('ok');
  });
});
