import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CERTIFICATE } from '../../../test/harness/certificate.ts';
import { fetchCalendar, isPublicAddress } from './remote-calendar.ts';

const CALENDAR = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';

describe('isPublicAddress', () => {
  it.each([
    ['93.184.215.14', true],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
    ['127.0.0.1', false],
    ['127.8.9.10', false],
    ['0.0.0.0', false],
    ['10.0.0.1', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fc00::1', false],
    ['fd12::1', false],
    ['ff02::1', false],
    ['64:ff9b::7f00:1', false],
    ['::7f00:1', false],
    ['4000::1', false],
    ['2002:7f00:1::', false],
    ['not an address', false],
  ])('security: of %s is %s', (ip, expected) => {
    expect(isPublicAddress(ip)).toBe(expected);
  });
});

describe('fetchCalendar', () => {
  let close = () => {};
  afterEach(() => close());

  async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
    const seen: string[] = [];
    const server = createServer(CERTIFICATE, (request, response) => {
      seen.push(request.url ?? '');
      answer(request, response);
    });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { url: `https://localhost:${(server.address() as AddressInfo).port}`, seen };
  }
  /** This machine is what these tests can reach. */
  const here = { isAllowed: (ip: string) => ip === '127.0.0.1' || ip === '::1', ca: CERTIFICATE.cert };
  const redirect = (to: string) => (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(302, { location: to }).end();
  };

  it('reads a file, also after a redirect', async () => {
    const { url, seen } = await listen((request, response) => {
      if (request.url === '/old') redirect('/new')(request, response);
      else response.end(CALENDAR);
    });
    expect(await fetchCalendar(`${url}/old`, here)).toBe(CALENDAR);
    expect(seen).toEqual(['/old', '/new']);
  });

  it('security: connects to no address of this machine, by name or written out, in any spelling', async () => {
    const { url, seen } = await listen((_, response) => response.end(CALENDAR));
    const { port } = new URL(url);
    for (const host of ['localhost', '127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
      await expect(fetchCalendar(`https://${host}:${port}/`, { ca: CERTIFICATE.cert })).rejects.toThrow(
        'Its address leads into a private network: enter one that the internet can reach.',
      );
    }
    expect(seen).toEqual([]);
  });

  it.each([
    ['https://10.0.0.1/', 'Its address leads into a private network: enter one that the internet can reach.'],
    [
      'https://[fd12::1]/',
      'Its address leads into a private network: enter one that the internet can reach.',
    ],
    ['http://localhost/', 'Its address doesn’t begin with https://.'],
    ['file:///etc/passwd', 'Its address doesn’t begin with https://.'],
    ['https://[', 'Its server redirects to an address that is none.'],
    ['/again', 'Its server redirects too often.'],
  ])('security: refuses a redirect to %s', async (to, fault) => {
    const { url } = await listen(redirect(to));
    await expect(fetchCalendar(url, here)).rejects.toThrow(fault);
  });

  it.each([
    ['http://calendar.example/a.ics', 'Its address doesn’t begin with https://.'],
    ['ftp://calendar.example/a.ics', 'Its address doesn’t begin with https://.'],
    ['nonsense', 'Its address doesn’t begin with https://.'],
    ['https://calendar.invalid/a.ics', /Its server (isn’t found|can’t be reached)\./],
  ])('refuses %s', async (address, fault) => {
    await expect(fetchCalendar(address)).rejects.toThrow(fault);
  });

  it('security: stops at the cap, declared or not, and at its time', async () => {
    const { url } = await listen((request, response) => {
      if (request.url === '/slow') return;
      response.write('x'.repeat(40_000));
      if (request.url === '/long') response.end('x'.repeat(40_000));
      else setTimeout(() => response.end(), 30);
    });
    await expect(fetchCalendar(`${url}/long`, { ...here, maxBytes: 50_000 })).rejects.toThrow('5 MB');
    await expect(fetchCalendar(`${url}/slow`, { ...here, timeoutMs: 200 })).rejects.toThrow('too long');
    expect(await fetchCalendar(`${url}/fits`, { ...here, maxBytes: 50_000 })).toHaveLength(40_000);
  });

  it('names the answer of a server that has no file, and trusts no certificate that is nobody’s', async () => {
    const { url } = await listen((_, response) => response.writeHead(403).end('secret'));
    await expect(fetchCalendar(url, here)).rejects.toThrow(/^Its server answers with 403\.$/);
    await expect(fetchCalendar(url, { isAllowed: () => true })).rejects.toThrow('can’t be reached');
  });
});
