import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@atelier/domain/errors.ts';
import type { Clock } from '../clock.ts';

/**
 * Links are made for the end of the step after the next, so that all of a step are the same: a list that is
 * asked for again shows the same addresses, and pictures on the page stay.
 */
const STEP_SECONDS = 300;
const LIFE_STEPS = 3;

const TOKEN = /^([0-9a-f-]{36})\.([0-9a-z]{1,10})\.([\w-]{43})$/;

/** What names a file in an address: its key, when it runs out, and a signature over both. */
export function signLink(secret: Buffer, key: string, clock: Clock): string {
  const step = Math.floor(secondsNow(clock) / STEP_SECONDS);
  const expires = ((step + LIFE_STEPS) * STEP_SECONDS).toString(36);
  return `${key}.${expires}.${sign(secret, key, expires)}`;
}

/**
 * The key that a link was made for.
 * @throws not_found for one that we have not made, link_expired for one that has run out
 */
export function verifyLink(secret: Buffer, token: string, clock: Clock): string {
  const [, key = '', expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  const expected = Buffer.from(sign(secret, key, expires));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AppError('not_found', 'There’s no file at this address.');
  }
  if (Number.parseInt(expires, 36) <= secondsNow(clock)) {
    throw new AppError('link_expired', 'This link has expired. Open the page it was on for a new one.');
  }
  return key;
}

function sign(secret: Buffer, key: string, expires: string): string {
  return createHmac('sha256', secret).update(`${key}.${expires}`).digest('base64url');
}

function secondsNow(clock: Clock): number {
  return clock.now().getTime() / 1000;
}
