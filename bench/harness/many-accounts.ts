import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { MeasuredProduct } from './measured-product.ts';

/** Seconds that a token lives; a bench is over long before. */
const TOKEN_SECONDS = 3_600;

/** A key of ours with which the product signs, so that tokens can be made here. */
export interface TokenKey {
  kid: string;
  privateKey: KeyObject;
  /** For AUTH_SIGNING_KEYS. */
  file: string;
}

export function makeTokenKey(folder: string): TokenKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [kid, file] = [randomUUID(), join(folder, 'signing-keys.json')];
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig', key_ops: ['sign'] };
  writeFileSync(file, JSON.stringify([jwk]), { mode: 0o600 });
  return { kid, privateKey, file };
}

/**
 * Writes accounts, each with a session, into the product's SQLite file, and makes their tokens: signing up so many would
 * take a password hash each. All are of one role.
 */
export function addAccounts(
  product: MeasuredProduct,
  key: TokenKey,
  count: number,
  role: 'admin' | 'client',
): string[] {
  const db = new SqliteDatabase(join(product.dataDir, 'atelier.sqlite'));
  try {
    const insert = (table: string, row: Record<string, unknown>) =>
      db
        .prepare(
          `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((name) => `@${name}`)})`,
        )
        .run(row);
    return db.transaction(() =>
      Array.from({ length: count }, (_, n) => {
        const [userId, sessionId, now] = [randomUUID(), randomUUID(), new Date().toISOString()];
        const email = `${role}-${n}@many.example`;
        const times = { created_at: now, updated_at: now };
        insert('auth_users', {
          id: userId,
          email,
          email_confirmed_at: now,
          app_metadata: '{}',
          user_metadata: '{}',
          identity_id: randomUUID(),
          ...times,
        });
        insert('auth_sessions', {
          id: sessionId,
          user_id: userId,
          created_at: now,
          aal: 'aal1',
          amr: '[]',
          refresh_key: '',
          refresh_counter: 0,
        });
        const username = `${role}_${n}_many`;
        insert('accounts', {
          id: userId,
          email,
          username,
          username_key: username,
          role,
          subscription_status: 'none',
          search_text: '',
          ...times,
        });
        return makeToken(product, key, userId, sessionId);
      }),
    )();
  } finally {
    db.close();
  }
}

function makeToken({ publicUrl }: MeasuredProduct, key: TokenKey, userId: string, sessionId: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: `${publicUrl}/auth/v1`,
    aud: 'authenticated',
    sub: userId,
    session_id: sessionId,
    role: 'authenticated',
    iat: now,
    exp: now + TOKEN_SECONDS,
  };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'ES256', typ: 'JWT', kid: key.kid })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${signature.toString('base64url')}`;
}
