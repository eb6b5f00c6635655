import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { z } from 'zod';
import { TEXT_FIELDS, withValue } from './text-fields.ts';

/** What keeps programs busy that lay out, wrap, search, escape or compare text; each is repeated until a field is full. */
export const HOSTILE_TEXTS = {
  'letters without spaces': 'क',
  'heaps of marks on a letter': `Z${'\u0301\u0316\u0334\u0489'.repeat(20)}`,
  'joined emoji and directions': '👩‍👩‍👧‍👦\u202e\u2067\u0627\u05d0\u2069\u200c',
  'empty lines': 'a\n\n',
  'short words and blanks': 'a \u00a0\u3000.',
  'commas and opened brackets': ',;[(<{"',
  'markup and quoted links': '![*_`<b>&amp;|>](\n> https://a.example/?a=b, \n',
};

/** The most items that a list is given. */
const MOST_ITEMS = [200, 100, 50, 30, 20, 12, 10, 8, 6, 5, 4, 3, 2];

type Accepts = (value: unknown) => boolean;

/** The body of a call with each of its texts as long as its schema takes it, after a number of `part` alone, and its lists as full. */
export function fillBody(
  name: EndpointName,
  body: unknown,
  { part, number }: { part: string; number: number },
): unknown {
  if (!body || typeof body !== 'object' || body instanceof Uint8Array || body instanceof FormData)
    return body;
  const accepts: Accepts = (value) => Boolean((api[name] as Endpoint).body?.safeParse(value).success);
  const filled = (TEXT_FIELDS.get(name) ?? []).reduce<unknown>((whole, { path, max }) => {
    if (KEPT.has(String(path.at(-1)))) return whole;
    for (let length = max; length > 10; length = Math.floor(length / 2)) {
      const text = `${number}${part.repeat(Math.ceil(length / part.length))}`.slice(0, length);
      const trial = [text, `https://papers.example/${text}`.slice(0, length)]
        .map((each) => withValue(whole, path, each))
        .find(accepts);
      if (trial !== undefined) return trial;
    }
    return whole;
  }, body);
  return widen(filled, (list) => list, accepts);
}

/** The query of a call with as long a search as it takes, if it takes one. */
export function fillSearch(
  endpoint: Endpoint,
  query: Record<string, unknown> | undefined,
  part: string,
): Record<string, unknown> | undefined {
  const shape = endpoint.query instanceof z.ZodObject ? endpoint.query.shape : {};
  if (!('q' in shape)) return query;
  for (let length = 2_000; length > 10; length = Math.floor(length / 2)) {
    const filled = { ...query, q: part.repeat(length).slice(0, length) };
    if (endpoint.query?.safeParse(filled).success) return filled;
  }
  return query;
}

/** Fields whose text names something that exists, or that no person fills in. */
const KEPT: ReadonlySet<string> = new Set([
  'token',
  'hash',
  'seen',
  'zone',
  'startsAt',
  'botfield',
  'template',
]);

/** A value with each of its lists repeated, inner ones first, as often as the whole is accepted. */
function widen(value: unknown, place: (value: unknown) => unknown, accepts: Accepts): unknown {
  if (!value || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const [first] = value;
    if (first === undefined || typeof first === 'number') return value;
    const most = MOST_ITEMS.find((count) => accepts(place(copies(first, count))));
    return most ? copies(first, most) : value;
  }
  let whole = value as Record<string, unknown>;
  for (const [key, each] of Object.entries(value)) {
    const before = whole;
    const widened = widen(each, (inner) => place({ ...before, [key]: inner }), accepts);
    whole = { ...before, [key]: widened };
  }
  return whole;
}

/** The same item again, under keys of its own. */
const copies = (item: unknown, count: number) =>
  Array.from({ length: count }, () =>
    item && typeof item === 'object' && 'key' in item ? { ...item, key: crypto.randomUUID() } : item,
  );
