import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { browserColors } from './browser-colors.ts';

it('paints the browser in the colours of the paper', () => {
  const tokens = readFileSync(new URL('../ui/styles/tokens.css', import.meta.url), 'utf8');
  const [, light, dark] = /--paper: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? [];
  expect(browserColors, 'web/app/lib/browser-colors.ts is --paper of tokens.css').toEqual({ light, dark });
});
