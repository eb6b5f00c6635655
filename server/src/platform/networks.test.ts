import { expect, it } from 'vitest';
import { isAmongNetworks, isLocalAddress } from './networks.ts';

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['169.254.0.1', true],
  ['100.64.0.1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['0.0.0.0', true],
  ['', true],
  ['nonsense', true],
  ['192.0.2.10', false],
  ['::ffff:192.0.2.10', false],
  ['2001:4860::1', false],
])('tells an address of this machine or a private network from others: %s', (ip, isLocal) => {
  expect(isLocalAddress(ip)).toBe(isLocal);
});

it.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['::ffff:192.0.2.7', '192.0.2.7', true],
  ['192.0.2.8', '192.0.2.7', false],
  ['10.1.9.9', '10.1.0.0/16', true],
  ['10.2.0.1', '10.1.0.0/16', false],
  ['2001:db8::5', '2001:db8::/32', true],
  ['2001:db8::5', '10.0.0.0/8', false],
  ['127.0.0.1', 'loopback', true],
  ['::1', 'loopback', true],
  ['172.20.0.3', 'uniquelocal', true],
  ['nonsense', 'loopback', false],
])('finds an address in a network: %s in %s', (ip, network, isIn) => {
  expect(isAmongNetworks(ip, ['198.51.100.1', network])).toBe(isIn);
});
