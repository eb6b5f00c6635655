import { AppError } from '@atelier/domain/errors.ts';
import { AUTH_PREFIX } from '../features/auth/provider.ts';
import { AccessTokens } from '../features/auth/tokens/access-token.ts';
import { systemClock } from '../platform/clock.ts';
import type { Command } from './command.ts';
import { openSigningKeys } from './signing-keys.ts';

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
