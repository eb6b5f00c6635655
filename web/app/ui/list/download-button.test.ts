import { expect, test } from 'vitest';
import { fileNameOf } from './download-button.tsx';

test.each([
  ['attachment; filename="users-2030-01-31.csv"', 'users-2030-01-31.csv'],
  ['attachment; filename=users.csv', 'users.csv'],
  [`attachment; filename="Angebot.csv"; filename*=UTF-8''%C3%9Cbersicht.csv`, 'Übersicht.csv'],
  [`attachment; filename="plain.csv"; filename*=UTF-8''%E0%A4%A`, 'plain.csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment', undefined],
])('fileNameOf: the header %s names %s', (header, name) => {
  expect(fileNameOf(new Headers({ 'content-disposition': header }))).toBe(name);
});

test('fileNameOf is undefined without the header', () => {
  expect(fileNameOf(new Headers())).toBeUndefined();
});
