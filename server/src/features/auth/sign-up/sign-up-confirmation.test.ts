import { describe, expect, it } from 'vitest';
import { type Attempt, chooseCredentials, type WaitingSignUp } from './sign-up.flow.ts';

const attempt = (name: string): Attempt => ({
  browser_hash: `browser of ${name}`,
  pending_password_hash: `password of ${name}`,
  pending_metadata: `data of ${name}`,
});
const ADA = attempt('Ada');
const EVE = attempt('Eve');
const nobodys = { ...attempt('nobody'), browser_hash: null };
const signUp = { password_hash: null, invited_at: null };
const ofService = { ...signUp, password_hash: 'password of the service' };
const invited = { ...signUp, invited_at: '2026-03-02T09:00:00.000Z' };
const adasBrowser = ['browser of Ada'];
const typed = 'password that was typed';

const rows: [string, Partial<WaitingSignUp>, string | null, string | undefined][] = [
  ['the attempt of this browser', { attempts: [EVE, ADA] }, 'password of Ada', 'data of Ada'],
  ['this browser’s attempt over a later one', { attempts: [ADA, EVE] }, 'password of Ada', 'data of Ada'],
  ['the attempt of an invited user', { attempts: [ADA], user: invited }, 'password of Ada', 'data of Ada'],
  [
    'the attempt of this browser over a service’s password',
    { attempts: [ADA], user: ofService },
    'password of Ada',
    'data of Ada',
  ],
  [
    'the newest of several attempts of this browser',
    {
      attempts: [ADA, EVE],
      proof: { by: 'page', browserHashes: ['browser of Eve', 'browser of Ada'] },
    },
    'password of Eve',
    'data of Eve',
  ],
  ['no attempt when the only one is another browser’s', { attempts: [EVE] }, null, undefined],
  ['no attempt when the only one has no browser', { attempts: [nobodys] }, null, undefined],
  [
    'the password typed on the page when the browser has no attempt',
    { attempts: [EVE], proof: { by: 'page', browserHashes: [], typedPasswordHash: typed } },
    typed,
    undefined,
  ],
  [
    'the password typed on the page with the data of this browser’s attempt',
    { attempts: [ADA], proof: { by: 'page', browserHashes: adasBrowser, typedPasswordHash: typed } },
    typed,
    'data of Ada',
  ],
  [
    'no attempt when a call without a cookie uses the link',
    { attempts: [ADA], proof: { by: 'call', browserHashes: [] } },
    null,
    undefined,
  ],
  [
    'the only attempt when a code is typed',
    { attempts: [ADA], proof: { by: 'code', browserHashes: [] } },
    'password of Ada',
    'data of Ada',
  ],
  [
    'the only attempt when an admin confirms',
    { attempts: [ADA], proof: { by: 'admin', browserHashes: [] } },
    'password of Ada',
    'data of Ada',
  ],
  [
    'neither of two attempts when a code is typed in another browser',
    { attempts: [ADA, EVE], proof: { by: 'code', browserHashes: [] } },
    null,
    undefined,
  ],
  [
    'this browser’s of two attempts when a code is typed',
    { attempts: [EVE, ADA], proof: { by: 'code', browserHashes: adasBrowser } },
    'password of Ada',
    'data of Ada',
  ],
  [
    'neither of two attempts when an admin confirms',
    { attempts: [ADA, EVE], proof: { by: 'admin', browserHashes: [] } },
    null,
    undefined,
  ],
  [
    'no attempt for an invited account when an admin confirms',
    { attempts: [EVE], user: invited, proof: { by: 'admin', browserHashes: [] } },
    null,
    undefined,
  ],
  [
    'the service’s password when an admin confirms',
    { attempts: [EVE], user: ofService, proof: { by: 'admin', browserHashes: [] } },
    'password of the service',
    undefined,
  ],
  [
    'the service’s password when the browser has no attempt',
    { attempts: [EVE], user: ofService, proof: { by: 'page', browserHashes: [] } },
    'password of the service',
    undefined,
  ],
  [
    'the service’s password when its own link is used, over the browser’s attempt',
    { attempts: [ADA], user: ofService, link: 'signup_by_service' },
    'password of the service',
    undefined,
  ],
];

describe('chooseCredentials', () => {
  it.each(rows)('security: chooses %s', (_name, given, passwordHash, metadata) => {
    const waiting: WaitingSignUp = {
      user: signUp,
      attempts: [],
      link: 'signup',
      proof: { by: 'page', browserHashes: adasBrowser },
      ...given,
    };
    expect(chooseCredentials(waiting)).toEqual({ passwordHash, metadata });
  });
});
