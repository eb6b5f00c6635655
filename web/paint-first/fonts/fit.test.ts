import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fallbackStyles, systemTypefaces } from './fit.ts';

const css = readFileSync(new URL('./fallbacks.css', import.meta.url), 'utf8');
/** Of each face what it is called, its weights, and whether it is fitted. */
const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, body = '']) => ({
  family: /font-family: "([^"]+)"/.exec(body)?.[1],
  weights: /font-weight: ([^;]+);/.exec(body)?.[1],
  isFitted: ['size-adjust', 'ascent-override', 'descent-override'].every((name) => body.includes(name)),
}));

describe('fallbackStyles', () => {
  it('match fallbacks.css', async () => {
    expect(await fallbackStyles(), 'run: npm run fonts').toBe(css);
  });

  it.each(systemTypefaces)('have a fitted face for each weight of both typefaces for $name', ({ name }) => {
    const fitted = (family: string, weights: string) => ({ family, weights, isFitted: true });
    expect(faces.filter(({ family }) => family?.endsWith(` ${name}`))).toEqual([
      fitted(`Display ${name}`, '600'),
      fitted(`Display ${name}`, '700'),
      fitted(`Text ${name}`, '400'),
      fitted(`Text ${name}`, '500'),
      fitted(`Text ${name}`, '600 700'),
    ]);
  });

  it.each(['display', 'text'])('are all listed in --%s-fallbacks', (typeface) => {
    const [, list = ''] = new RegExp(`--${typeface}-fallbacks: (.+);`).exec(css) ?? [];
    expect(list.split(', ').map((family) => family.replaceAll('"', '').split(' ')[1])).toEqual(
      systemTypefaces.map(({ name }) => name),
    );
  });
});
