import { expect, it } from 'vitest';
import { presentProviderTag } from './provider-tag.ts';

it('names the provider in a form that HTML keeps as it is', () => {
  const tag = presentProviderTag({ url: 'https://p.example/auth/v1', apiKey: 'pk"<&' });
  expect(tag).toMatch(/^<meta name="auth-provider" content="[^"<>]*"\/>$/);
  expect(tag).toContain('&quot;apiKey&quot;:&quot;pk\\&quot;&lt;&amp;&quot;');
});

it('has one id for each address', () => {
  const idOf = (url: string) =>
    /id&quot;:&quot;(\w+)/.exec(presentProviderTag({ url, apiKey: undefined }))?.[1];
  expect(idOf('https://p.example/a')).not.toBe(idOf('https://p.example/b'));
  expect(idOf('https://p.example/a')).toBe(idOf('https://p.example/a'));
});
