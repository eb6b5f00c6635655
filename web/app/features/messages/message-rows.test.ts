import { describe, expect, it } from 'vitest';
import { messageRows, type Outgoing } from './message-rows.tsx';
import { splitLinks } from './message-text.tsx';
import type { ShownMessage } from './messages.queries.ts';

function message(id: string, createdAt: string, change: Partial<ShownMessage> = {}): ShownMessage {
  return {
    _id: id,
    id,
    projectId: 'p',
    body: id,
    authorRole: 'client',
    authorName: 'ada',
    authorEmail: 'ada@a.example',
    key: null,
    createdAt,
    editedAt: null,
    isDeleted: false,
    changeableSeconds: 0,
    changeableUntil: 0,
    replyTo: null,
    files: [],
    byMail: null,
    folded: null,
    ...change,
  };
}
const studio: Partial<ShownMessage> = { authorRole: 'owner', authorEmail: 'hello@studio.example' };
const waiting: Outgoing = { key: 'k', body: 'On its way' };
const shape = (rows: ReturnType<typeof messageRows>) =>
  rows.map((row) =>
    row.kind === 'message' ? `${row.message.body}${row.isFirstOfGroup ? ' first' : ''}` : row.kind,
  );

describe('messageRows', () => {
  it('separates days and groups messages that one author wrote within minutes', () => {
    const messages = [
      message('a', '2026-03-01T12:00:00Z'),
      message('b', '2026-03-01T12:04:00Z'),
      message('c', '2026-03-01T12:10:00Z'),
      message('d', '2026-03-01T12:11:00Z', studio),
      message('e', '2026-03-02T12:00:00Z', studio),
    ];
    expect(shape(messageRows({ messages, outgoing: [], ownRole: 'client', newAfter: undefined }))).toEqual([
      'day',
      'a first',
      'b',
      'c first',
      'd first',
      'day',
      'e first',
    ]);
  });

  it('marks the first unread message once, and never the reader’s own', () => {
    const messages = [
      message('a', '2026-03-01T12:00:00Z', studio),
      message('b', '2026-03-01T12:01:00Z'),
      message('c', '2026-03-01T12:02:00Z', studio),
      message('d', '2026-03-01T12:02:00Z', studio),
    ];
    const rows = (newAfter: string | null | undefined) =>
      shape(messageRows({ messages, outgoing: [], ownRole: 'client', newAfter }));
    expect(rows('a')).toEqual(['day', 'a first', 'b first', 'unread', 'c first', 'd']);
    expect(rows(null)).toEqual(['day', 'unread', 'a first', 'b first', 'c first', 'd']);
    expect(rows('d')).not.toContain('unread');
    expect(rows(undefined)).not.toContain('unread');
    const gone = message('c', '2026-03-01T12:02:00Z', { ...studio, isDeleted: true });
    const left = { messages: [gone], outgoing: [], ownRole: 'client', newAfter: null } as const;
    expect(shape(messageRows(left))).not.toContain('unread');
  });

  it('shows outgoing messages at the end until they have arrived', () => {
    const before = [message('a', '2026-03-01T12:00:00Z')];
    const conversation = { outgoing: [waiting], ownRole: 'client', newAfter: undefined } as const;
    expect(shape(messageRows({ ...conversation, messages: before }))).toEqual(['day', 'a first', 'outgoing']);
    const after = [...before, message('b', '2026-03-01T12:01:00Z', { key: 'k' })];
    const rows = messageRows({ ...conversation, messages: after });
    expect(shape(rows)).toEqual(['day', 'a first', 'b']);
    expect(rows.at(-1)?.key).toBe('k');
  });
});

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
