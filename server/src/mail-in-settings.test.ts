import { expect, it } from 'vitest';
import { faultsOf } from '../test/harness/setting-faults.ts';
import { loadConfig } from './config.ts';

it('reads where answers by mail go and arrive', () => {
  const env = { MAIL_IN_ADDRESS: 'Reply@Studio.example', MAIL_IN_PORT: '2525', MAIL_IN_KEEP_DAYS: '7' };
  expect(loadConfig(env)).toMatchObject({
    mailIn: {
      address: { name: 'reply', domain: 'studio.example' },
      smtp: { host: '127.0.0.1', port: 2525, tls: undefined },
      maxBytes: 26_214_400,
      nameServers: [],
    },
    mailInKeepDays: 7,
  });
  const relayed = {
    ...env,
    MAIL_IN_RELAYS: 'loopback, 192.0.2.0/24',
    MAIL_IN_TRUSTED_HOST: 'mx.b.example',
  };
  expect(loadConfig(relayed).mailIn?.trust).toEqual({
    isDirect: false,
    trustedHost: 'mx.b.example',
    relays: ['loopback', '192.0.2.0/24'],
  });
  expect(loadConfig({ ...env, MAIL_IN_DIRECT: 'on' }).mailIn?.trust.isDirect).toBe(true);
  expect(loadConfig({ ...env, MAIL_IN_ADDRESS: '*@in.studio.example' }).mailIn?.address).toEqual({
    name: '',
    domain: 'in.studio.example',
  });
});

it('reads the mailbox that answers are taken out of', () => {
  const env = {
    MAIL_IN_ADDRESS: 'reply@studio.example',
    MAIL_IN_IMAP_URL: 'imaps://studio%40mail.example:p%2Fw@imap.example/Mail/Answers',
    MAIL_IN_IMAP_DONE_FOLDER: 'Archive',
    MAIL_IN_TRUSTED_HOST: 'mx.mail.example',
  };
  expect(loadConfig(env).mailIn).toMatchObject({
    smtp: undefined,
    imap: {
      host: 'imap.example',
      port: 993,
      isSecure: true,
      mayBePlain: false,
      user: 'studio@mail.example',
      password: 'p/w',
      folder: 'Mail/Answers',
      doneFolder: 'Archive',
    },
    trust: { isDirect: false, trustedHost: 'mx.mail.example', relays: [] },
  });
});

it.each<[string, Record<string, string>]>([
  ['MAIL_IN_PORT', { MAIL_IN_ADDRESS: 'reply@studio.example' }],
  ['MAIL_IN_PORT', { MAIL_IN_PORT: '25' }],
  ['MAIL_IN_IMAP_URL', { MAIL_IN_IMAP_URL: 'imaps://a:b@imap.example' }],
  [
    'MAIL_IN_TRUSTED_HOST',
    { MAIL_IN_ADDRESS: 'a@b.example', MAIL_IN_PORT: '25', MAIL_IN_TRUSTED_HOST: 'mx.b.example' },
  ],
  ['MAIL_IN_TLS_CERT', { MAIL_IN_ADDRESS: 'a@b.example', MAIL_IN_PORT: '25', MAIL_IN_TLS_CERT: 'a.pem' }],
  [
    'MAIL_IN_DIRECT',
    { MAIL_IN_ADDRESS: 'a@b.example', MAIL_IN_IMAP_URL: 'imaps://a:b@imap.example', MAIL_IN_DIRECT: 'on' },
  ],
  ['MAIL_IN_RELAYS', { MAIL_IN_ADDRESS: 'a@b.example', MAIL_IN_PORT: '25', MAIL_IN_RELAYS: '192.0.2.7' }],
])('says which setting about answers by mail is missing: %s', (name, env) => {
  expect(faultsOf(env)).toEqual([expect.stringContaining(name)]);
});

it('refuses the port of the site for answers by mail, unless they listen at another address', () => {
  const env = { PORT: '4000', MAIL_IN_ADDRESS: 'reply@studio.example', MAIL_IN_PORT: '4000' };
  expect(faultsOf(env)).toEqual([expect.stringMatching(/^MAIL_IN_PORT must not be PORT/)]);
  expect(faultsOf({ ...env, MAIL_IN_HOST: '0.0.0.0' })).toHaveLength(1);
  expect(faultsOf({ ...env, MAIL_IN_HOST: '192.0.2.7' })).toEqual([]);
});
