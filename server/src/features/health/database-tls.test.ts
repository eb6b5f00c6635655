import { describe, expect, it } from 'vitest';
import { checkDatabaseTls } from './database.checks.ts';

describe('checkDatabaseTls', () => {
  it.each([
    ['postgres://u:p@db.example/atelier', 'problem', 'at db.example isn’t encrypted.'],
    ['postgres://u:p@10.0.0.5:6432/atelier', 'problem', 'at 10.0.0.5 isn’t encrypted.'],
    ['postgres://u:p@db.example/atelier?sslmode=disable', 'ok', 'as DATABASE_URL says'],
    ['postgres://u:p@db.example/atelier?sslmode=verify-full', 'ok', 'is encrypted'],
    ['postgres://u:p@localhost/atelier', 'ok', 'on this machine'],
    ['postgres://u:p@127.0.0.1:5433/atelier', 'ok', 'on this machine'],
    ['postgres://u:p@[::1]/atelier', 'ok', 'on this machine'],
    ['postgres:///atelier?host=/var/run/postgresql', 'ok', 'on this machine'],
  ])('says of %s whether it is well (%s)', (url, level, text) => {
    expect(checkDatabaseTls(url)).toMatchObject({ level, sentence: expect.stringContaining(text) });
  });
});
