import { describe, expect, it } from 'vitest';
import { splitLinks } from './split-links.ts';

describe('splitLinks', () => {
  it.each([
    ['no address', ['no address']],
    ['', []],
    ['see https://a.example/x, please', ['see ', '[https://a.example/x]', ', please']],
    ['(http://a.example)', ['(', '[http://a.example]', ')']],
    ['https://a.example/a_(b).', ['[https://a.example/a_(b)]', '.']],
    [
      'https://a.example\nhttps://b.example?q=1#x!',
      ['[https://a.example]', '\n', '[https://b.example?q=1#x]', '!'],
    ],
    [
      'javascript:alert(1) data:text/html,x ftp://a.example',
      ['javascript:alert(1) data:text/html,x ftp://a.example'],
    ],
    ['https:// http://', ['https:// http://']],
    ['<a href="https://a.example">', ['<a href="', '[https://a.example]', '">']],
    ['javascript:https://a.example', ['javascript:', '[https://a.example]']],
  ])('splits %j', (text, parts) => {
    expect(splitLinks(text).map((part) => (part.isLink ? `[${part.text}]` : part.text))).toEqual(parts);
  });
});
