import { expect, it, test } from 'vitest';
import { createEventParser, reconnectDelay } from './live-events.ts';

test.each([
  [0, 0, 0],
  [0, 1, 1_000],
  [1, 0, 500],
  [1, 1, 1_000],
  [3, 1, 4_000],
  [6, 1, 30_000],
  [60, 0, 15_000],
])('the wait after %i failures with the random number %d is %i ms', (failures, chance, ms) => {
  expect(reconnectDelay(failures, chance)).toBe(ms);
});

const ID = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';
const event = { id: ID, kind: 'message_sent', projectId: ID };
const block = `id: ${ID}\ndata: ${JSON.stringify(event)}\n\n`;

it.each([1, 7, 1000])('the event parser reads events split every %i characters', (size) => {
  const parse = createEventParser();
  const text = `:\n\n${block}:\n\n${block.replaceAll('\n', '\r\n')}`;
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
  expect(pieces.flatMap((piece) => parse(piece).events)).toEqual([event, event]);
});

it.each(['data: {\n\n', 'data: {"kind":"a_new_one"}\n\n', 'data: 7\n\n', 'event: ping\n\n', '\n\n'])(
  'the event parser skips %j',
  (text) => {
    expect(createEventParser()(text + block).events).toEqual([event]);
  },
);

it('the event parser has the place after the last whole block', () => {
  const parse = createEventParser();
  expect(parse(`id: a-7\n\n${block.replace(ID, 'a-8')}data: {}\n\n`).place).toBe('a-8');
  expect(parse('id: a-9\n').place).toBeUndefined();
  expect(parse('\n').place).toBe('a-9');
});
