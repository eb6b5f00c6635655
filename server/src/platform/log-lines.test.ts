import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { toReadableLine } from './log-lines.ts';

function lineOf(fields: object, message: string): string {
  let text = '';
  createLog('info', { write: (line) => (text += toReadableLine(line)) }).warn(fields, message);
  return text;
}

it('reads as a sentence with its details', () => {
  expect(lineOf({ mail: 'a', attempt: 2 }, 'a mail could not be sent')).toMatch(
    /^\d\d:\d\d:\d\d warn {2}a mail could not be sent {"mail":"a","attempt":2}\n$/,
  );
  expect(lineOf({}, 'stopped')).toMatch(/^\d\d:\d\d:\d\d warn {2}stopped\n$/);
});

it('shows where an error came from, without what is secret in it', () => {
  const line = lineOf({ err: new Error('GET /verify?token=SECRET failed') }, 'request failed');
  expect(line).toContain('\n  Error: GET /verify?token=[redacted] failed\n      at ');
  expect(line).not.toContain('SECRET');
});

it('leaves alone what is no line of the log', () => {
  expect(toReadableLine('plain\n')).toBe('plain\n');
});
