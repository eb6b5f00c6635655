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
  ['… also when another came after it', { attempts: [ADA, EVE] }, 'password of Ada', 'data of Ada'],
  ['… and for an invited account', { attempts: [ADA], user: invited }, 'password of Ada', 'data of Ada'],
  [
    '… rather than a service’s password',
    { attempts: [ADA], user: ofService },
    'password of Ada',
    'data of Ada',
  ],
  [
    'the newest attempt of this browser',
    {
      attempts: [ADA, EVE],
      proof: { by: 'page', browserHashes: ['browser of Eve', 'browser of Ada'] },
    },
    'password of Eve',
    'data of Eve',
  ],
  ['no attempt of another browser', { attempts: [EVE] }, null, undefined],
  ['no attempt without a browser', { attempts: [nobodys] }, null, undefined],
  [
    'the password that was typed on the page',
    { attempts: [EVE], proof: { by: 'page', browserHashes: [], typedPasswordHash: typed } },
    typed,
    undefined,
  ],
  [
    '… with the data of this browser’s attempt',
    { attempts: [ADA], proof: { by: 'page', browserHashes: adasBrowser, typedPasswordHash: typed } },
    typed,
    'data of Ada',
  ],
  [
    'no attempt by a link in a call without a cookie',
    { attempts: [ADA], proof: { by: 'call', browserHashes: [] } },
    null,
    undefined,
  ],
  [
    'the only attempt by a typed code',
    { attempts: [ADA], proof: { by: 'code', browserHashes: [] } },
    'password of Ada',
    'data of Ada',
  ],
  [
    'the only attempt by an admin',
    { attempts: [ADA], proof: { by: 'admin', browserHashes: [] } },
    'password of Ada',
    'data of Ada',
  ],
  [
    'none of two by a typed code',
    { attempts: [ADA, EVE], proof: { by: 'code', browserHashes: [] } },
    null,
    undefined,
  ],
  [
    'this browser’s of two by a typed code',
    { attempts: [EVE, ADA], proof: { by: 'code', browserHashes: adasBrowser } },
    'password of Ada',
    'data of Ada',
  ],
  [
    'none of two by an admin',
    { attempts: [ADA, EVE], proof: { by: 'admin', browserHashes: [] } },
    null,
    undefined,
  ],
  [
    'none for an invited account by an admin',
    { attempts: [EVE], user: invited, proof: { by: 'admin', browserHashes: [] } },
    null,
    undefined,
  ],
  [
    'the password that a service gave, by an admin',
    { attempts: [EVE], user: ofService, proof: { by: 'admin', browserHashes: [] } },
    'password of the service',
    undefined,
  ],
  [
    'the password that a service gave, without proof of a browser',
    { attempts: [EVE], user: ofService, proof: { by: 'page', browserHashes: [] } },
    'password of the service',
    undefined,
  ],
  [
    'what a service gave, by its own link, after any attempt of the browser',
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
