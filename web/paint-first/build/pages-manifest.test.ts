import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inspectPage } from './pages-manifest.ts';

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('inspectPage', () => {
  it('hashes what is inline, each once, and nothing else', () => {
    const page = inspectPage(
      'index.html',
      `<style id="styles">a{b:c}</style><script>one()</script><script type="module" async="">two()</script>
       <script>one()</script><script defer="" src="/x.js"></script><script type="application/ld+json">{"a":1}</script>`,
    );
    expect(page).toEqual({
      file: 'index.html',
      scriptHashes: [sha256('one()'), sha256('two()')],
      styleHashes: [sha256('a{b:c}')],
    });
  });

  it('hashes a script of several lines to the letter', () => {
    const code = '\n  const a = "</b>";\n';
    expect(inspectPage('x', `<script>${code}</script>`).scriptHashes).toEqual([sha256(code)]);
  });

  it.each([
    ['<p style="color:red">', /style="color:red"/],
    ['<button type="button" onclick="go()">', /onclick="go\(\)"/],
  ])('refuses %s, which no hash can allow', (html, fault) => {
    expect(() => inspectPage('x', html)).toThrow(fault);
  });

  it('does not mistake the text of a script for markup', () => {
    expect(() => inspectPage('x', '<script>"<p style=\\"a\\">"</script>')).not.toThrow();
  });
});
