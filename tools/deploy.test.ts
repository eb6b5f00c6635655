import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Addresses with a secret in their path, as the sources declare them: those of endpoints are below /api. */
const SECRET_PLACES = globSync('{domain,server}/src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...read(path).matchAll(/(?:url|path): '(\/[\w/-]{0,80}):(?:token|secret)/g)].map(
      ([, place]) => `${path.startsWith('domain/') ? '/api' : ''}${place}`,
    ),
  );

/** What a proxy's log has of an address: the replacement of the first of its patterns that matches. */
const PROXIES = {
  nginx: (address: string) => {
    const conf = read('deploy/nginx/atelier.conf');
    const patterns = [...conf.matchAll(/"~(\^[^"]+)" /g)].map(([, pattern = '']) => new RegExp(pattern));
    return patterns.map((pattern) => pattern.exec(address)?.[1]).find((logged) => logged !== undefined);
  },
  Caddy: (address: string) => {
    const [, pattern = ''] = /request>uri regexp "([^"]+)"/.exec(read('deploy/caddy/Caddyfile')) ?? [];
    return address.replace(new RegExp(pattern), '$1');
  },
};

describe.each(Object.entries(PROXIES))('log of %s', (_name, logOf) => {
  it('finds the secret addresses of the sources', () => {
    expect(SECRET_PLACES).toEqual(expect.arrayContaining(['/files/', '/api/calendar/']));
  });

  it.each(SECRET_PLACES)('security: has nothing of what follows %s', (place) => {
    expect(logOf(`${place}s3cret?a=s3cret`)).toBe(place);
  });

  it('security: has no query', () => {
    expect(logOf('/unsubscribe?token=s3cret')).toBe('/unsubscribe');
    expect(logOf('/work')).toBe('/work');
  });
});
