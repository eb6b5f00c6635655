import { AppError } from '@atelier/domain/errors.ts';
import type { Config } from '../config.ts';
import { AUTH_PREFIX } from '../features/auth/provider.ts';
import { AccessTokens } from '../features/auth/tokens/access-token.ts';
import { readKeyFile, SigningKeys } from '../features/auth/tokens/signing-keys.ts';
import { systemClock } from '../platform/clock.ts';
import { loadServerSecret } from '../platform/server-secret.ts';
import { type Command, openCurrentDatabase } from './command.ts';

/** The keys of this installation, for a command that needs them. Throws conflict if the database lacks migrations. */
async function openSigningKeys(config: Config): Promise<{ keys: SigningKeys; close(): Promise<void> }> {
  const { db, close } = await openCurrentDatabase(config);
  try {
    const { signingKeyFile: file } = config.auth;
    const own = file ? await readKeyFile(file) : undefined;
    const keys = new SigningKeys(db, await loadServerSecret(config.dataDir), systemClock, own);
    await keys.load();
    return { keys, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export const rotateKeysCommand: Command = {
  name: 'rotate-keys',
  usage: '',
  summary: 'sign sessions with a new key; nobody is signed out, and service tokens expire within two hours',
  async run(_args, { config, print }) {
    if (config.auth.signingKeyFile !== undefined) {
      throw new AppError(
        'conflict',
        'You supply the keys yourself (AUTH_SIGNING_KEYS): add a new signing key to that file, keep the old one ' +
          'for verifying only, and restart the server.',
      );
    }
    const { keys, close } = await openSigningKeys(config);
    try {
      print(`From the next minute on, key ${await keys.rotate()} signs sessions.`);
      print('The previous key still verifies the tokens it signed, and is deleted in two hours.');
      return 0;
    } finally {
      await close();
    }
  },
};

const DAY = 24 * 3_600;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;

export const serviceTokenCommand: Command = {
  name: 'service-token',
  usage: '[days]',
  summary: `print a token for a program that administers accounts (${DEFAULT_DAYS} days by default)`,
  async run([days = String(DEFAULT_DAYS)], { config, print }) {
    if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > MAX_DAYS) {
      throw new AppError('validation_failed', `Name a number of days from 1 to ${MAX_DAYS}.`);
    }
    const { keys, close } = await openSigningKeys(config);
    try {
      const issuer = `${config.publicUrl}${AUTH_PREFIX}`;
      print(await new AccessTokens(keys, issuer, systemClock).signForService(Number(days) * DAY));
      return 0;
    } finally {
      await close();
    }
  },
};
