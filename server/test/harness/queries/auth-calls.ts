import * as audit from '../../../src/features/auth/audit.repository.ts';
import * as expiredRows from '../../../src/features/auth/expired-rows.repository.ts';
import * as links from '../../../src/features/auth/links/links.repository.ts';
import * as factors from '../../../src/features/auth/second-factor/factors.repository.ts';
import * as sessionCallers from '../../../src/features/auth/sessions/session-callers.repository.ts';
import * as sessions from '../../../src/features/auth/sessions/sessions.repository.ts';
import * as signingKeys from '../../../src/features/auth/tokens/signing-keys.repository.ts';
import * as users from '../../../src/features/auth/users/users.repository.ts';
import { callsOf, newRow } from '../../samples/noun-samples.ts';
import { address, id, sampleProject as project, time } from '../../samples/values.ts';
import { authRows } from './seed-auth.ts';

const [user, session, factor] = [id('a', 7), id('c', 7), id('d', 7)];
const key = { ...newRow(authRows.auth_keys), signing: 1 } as const;
const kinds = ['signup', 'recovery'] as const;
const expiry = {
  now: time(20),
  nowMs: 20,
  code: time(20),
  codeTry: time(20),
  press: time(20),
  unverifiedFactor: time(20),
  challenge: time(20),
  signUp: time(20),
  oldKey: time(0),
  audit: time(20),
  session: { begun: time(1), used: time(1) },
};

export const authCalls = [
  ...callsOf('users', users, {
    insertOrLockUser: [[newRow(authRows.auth_users)]],
    findUserByEmail: [[address(7)]],
    findUser: [[user]],
    lockUser: [[user]],
    lockUserByEmail: [[address(7)]],
    updateUser: [[user, { last_sign_in_at: time(1) }]],
    renewSignIn: [[user]],
    deleteUnconfirmedUser: [[address(200)]],
    listRoleFacts: [[[user, id('a', 8)]]],
    listUsersNaming: [['admin']],
    lockUserAndUsersNaming: [[user, 'admin']],
    insertUserIfNew: [[newRow(authRows.auth_users)]],
    listUsers: [[{ limit: 20, offset: 0 }]],
    countUsers: [[]],
    listFactorsOfUsers: [[[user, id('a', 8)]]],
    deleteUser: [[user]],
    insertAttemptedPassword: [[newRow(authRows.auth_attempted_passwords), 20]],
    listAttemptedPasswords: [['address 7']],
    hasAttemptedPassword: [['address 7']],
    deleteAttemptedPassword: [['address 7', 'hash 7']],
    deleteAllButNewest: [
      [{ table: 'auth_attempted_passwords', where: { address_key: 'address 7' } }, 5],
      [{ table: 'auth_one_time_tokens', where: { user_id: user, kind: 'recovery' } }, 5],
    ],
  }),
  ...callsOf('sessions', sessions, {
    insertSession: [[newRow(authRows.auth_sessions)]],
    lockSession: [[session]],
    findSession: [[session, user]],
    findSessionOwner: [[user]],
    updateSession: [[session, { refreshed_at: time(1) }]],
    deleteSessions: [
      [user, 'local', session],
      [user, 'others', session],
      [user, 'global', ''],
    ],
    listSessions: [[user, 20]],
    listSessionFacts: [[user, undefined, 20]],
    findUserWithSession: [[{ userId: user, sessionId: session }]],
  }),
  ...callsOf('session-callers', sessionCallers, {
    findSessionCaller: [
      [{ userId: user, sessionId: session }, project],
      [{ userId: user, sessionId: session }, undefined],
    ],
    findSessionCallers: [[[session]]],
  }),
  ...callsOf('factors', factors, {
    listFactors: [[user]],
    insertFactor: [[{ ...newRow(authRows.auth_factors), user_id: user }]],
    updateFactor: [[factor, { last_step: 1 }]],
    deleteFactors: [[[factor]]],
    replaceChallenge: [[{ ...newRow(authRows.auth_challenges, 7), id: id('e', 9_001) }]],
    findChallenge: [[{ id: id('e', 7), factor_id: factor, session_id: session }]],
    deleteChallenge: [[id('e', 7)]],
    findSessionsRaisedBy: [[user, [factor]]],
    deleteLowerSessions: [[user, session]],
    replaceRecoveryCodes: [[factor, ['a hash', 'another']]],
    consumeRecoveryCode: [[{ factorId: factor, hash: 'code 7', now: time(1) }]],
    countRecoveryCodes: [[factor]],
  }),
  ...callsOf('links', links, {
    insertToken: [[newRow(authRows.auth_one_time_tokens)]],
    findLiveToken: [['token 7', kinds, time(1)]],
    consumeToken: [[id('f', 7)]],
    listAttempts: [[user]],
    deleteOldResentLinks: [[user, 5]],
    deleteTokens: [[user], [user, kinds]],
    deleteOldTokens: [[user, 'recovery', 5]],
    insertCode: [[newRow(authRows.auth_codes)]],
    findCode: [['code 7']],
    lockCode: [['code 7']],
    countFailedTry: [['code 7']],
    deleteCode: [['code 7']],
    deleteCodesOfUser: [[user]],
    insertLinkPress: [[newRow(authRows.auth_link_presses)]],
    findLinkPress: [['press 7', { after: time(1), until: time(60) }]],
    insertLinkRequest: [[newRow(authRows.auth_link_requests)]],
    takeLinkRequest: [[]],
    countCodeTry: [['address 7', { now: time(5_000), dayAgo: time(4_000) }]],
    lockUsersOfCodes: [[address(7), kinds]],
    tryCodes: [[address(7), kinds, { sentAfter: time(1), maxTries: 5 }]],
    voidCodes: [[user, 'recovery']],
    addToMailPace: [[{ key: 'recovery 7', now: 1_000, cost: 10, burst: 100, last: 10_000 }]],
    noteMailMoment: [[{ now: 1_000, latest: 0, usedUp: 100_000 }]],
  }),
  ...callsOf('signing-keys', signingKeys, {
    listKeys: [[]],
    insertFirstSigningKey: [[key]],
    replaceSigningKey: [(db) => signingKeys.replaceSigningKey(db, key)],
  }),
  ...callsOf('audit', audit, {
    recordAudit: [
      [
        { now: () => new Date(time(1)), elapsed: () => 1 },
        { action: 'signed_in', userId: user, client: undefined },
      ],
    ],
    listAudit: [
      [user, undefined, 20],
      [user, { at: time(7), id: id('4', 7) }, 20],
    ],
  }),
  ...callsOf('expired-rows', expiredRows, {
    // On the second run the signing key is old enough for earlier ones to be deleted.
    deleteExpired: [[expiry], [{ ...expiry, oldKey: time(9_500) }]],
  }),
];
