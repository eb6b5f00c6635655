import { studioProjectPath } from '@atelier/domain/pages.ts';
import { beforeEach, expect, it, test, vi } from 'vitest';
import { RECENT_PLACES_KEY } from '../../../lib/storage/local-store.ts';
import { forgetRecentPlaces, keepRecentPlace, readRecentPlaces } from './recent-places.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

const place = (name: string) => ({ to: studioProjectPath(name), label: name, detail: '' });
const names = (accountId: string) => readRecentPlaces(accountId).map(({ label }) => label);

it('the recent places are the last five, each once, newest first', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'b', 'f']) keepRecentPlace('me', place(name));
  expect(names('me')).toEqual(['f', 'b', 'e', 'd', 'c']);
});

it('the recent places are hidden from other users and deleted for them', () => {
  keepRecentPlace('me', place('a'));
  expect(names('you')).toEqual([]);
  forgetRecentPlaces();
  expect(names('me')).toEqual([]);
});

test.each([
  '',
  '[]',
  '{"of":1}',
  '{"of":"me","places":[{"to":"https://elsewhere.example","label":"x","detail":""}]}',
])('the recent places are empty when storage holds %s', async (text) => {
  kept.set(RECENT_PLACES_KEY, text);
  vi.resetModules();
  const { readRecentPlaces: read } = await import('./recent-places.ts');
  expect(read('me')).toEqual([]);
});
