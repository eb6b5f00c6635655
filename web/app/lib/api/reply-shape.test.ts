import { describe, expect, it } from 'vitest';
import { isReadable, type Shape } from './reply-shape.ts';

const page = '<!doctype html><title>Hello</title>';
const list: Shape = { items: [{ _id: 'id', parts: [''], preview: { '?': { files: [''] } } }] };
const item = { _id: 'a', parts: [], preview: null };
const perhaps: Shape = { draft: { '?': { data: {} } }, prefill: { '?': {} } };

describe('isReadable', () => {
  it.each([
    ['a reply as agreed', list, { items: [item], total: 1 }],
    ['no items', list, { items: [] }],
    ['an object where one may be null', list, { items: [{ ...item, preview: { files: ['x'] } }] }],
    ['members that a newer server added', list, { items: [{ ...item, more: {} }], more: [] }],
    ['what may be null is missing', list, { items: [{ _id: 'a', parts: [] }] }],
    ['one of two that may be null', perhaps, { draft: null }],
    ['an optional part is missing', { 'roles?': [''], user: {} } satisfies Shape, { user: {} }],
    ['a bare list', [{ _id: 'id' }] satisfies Shape, [{ _id: 'a' }]],
  ])('is true for %s', (_, shape, reply) => {
    expect(isReadable(reply, shape)).toBe(true);
  });

  it.each([
    ['nothing', list, undefined],
    ['null', list, null],
    ['text', list, page],
    ['an empty object', list, {}],
    ['a list', list, []],
    ['items that are no list', list, { items: {} }],
    ['null among the items', list, { items: [item, null] }],
    ['a list among the items', list, { items: [[]] }],
    ['an item that nothing identifies', list, { items: [{ ...item, _id: null }] }],
    ['an item without its list', list, { items: [{ _id: 'a', preview: null }] }],
    ['another kind where null may be', list, { items: [{ ...item, preview: 'x' }] }],
    ['none of several that may be null', perhaps, {}],
    ['an object in the place of a bare list', [{ _id: 'id' }] satisfies Shape, {}],
    [
      'an optional part of another kind',
      { 'roles?': [''], user: {} } satisfies Shape,
      { roles: 'x', user: {} },
    ],
  ])('is false for %s', (_, shape, reply) => {
    expect(isReadable(reply, shape)).toBe(false);
  });
});
