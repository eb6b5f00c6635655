/**
 * The lists and objects of a reply, which a screen looks into, as `web/vite/reply-shapes.ts` derives them from an endpoint's schema:
 * - 'id': what an item is known by
 * - a list of one: a list of such, or of anything if that is ''
 * - an object: its members that are looked into; one whose name ends with '?' may be missing
 * - an object whose one member is '?': such an object, or null
 */
export type Shape = 'id' | readonly [Shape | ''] | { readonly [name: string]: Shape };

/**
 * Whether a screen can read a reply. Its lists and objects must be there, but for what is null at times. Texts and numbers aren't
 * asked for: an older server lacks some, and a newer one has others.
 */
export function isReadable(value: unknown, shape: Shape): boolean {
  if (shape === 'id') return typeof value === 'string' || typeof value === 'number';
  if (isList(shape)) {
    const [item] = shape;
    return Array.isArray(value) && (item === '' || value.every((each) => isReadable(each, item)));
  }
  const { '?': orNull, ...members } = shape;
  if (orNull) return value === null || isReadable(value, orNull);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const parts = Object.entries(members).map(([key, member]) => {
    const name = key.replace(/\?$/, '');
    return { part: Reflect.get(value, name), member, mayLack: name !== key || isNullable(member) };
  });
  const hasNone = parts.length > 0 && parts.every(({ part }) => part === undefined);
  return (
    !hasNone &&
    parts.every(({ part, member, mayLack }) => (mayLack && part === undefined) || isReadable(part, member))
  );
}

const isNullable = (shape: Shape) => typeof shape === 'object' && '?' in shape;

const isList = (shape: Shape): shape is readonly [Shape | ''] => Array.isArray(shape);
