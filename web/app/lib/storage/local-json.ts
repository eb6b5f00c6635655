import { keepText, readText, type StorageKey } from './local-store.ts';

/*
 * More of local storage than public pages need: JSON, and many texts at once. It never throws either.
 */

const isBelow = <Prefix extends string>(prefix: Prefix, key: string): key is `${Prefix}${string}` =>
  key.startsWith(prefix);

/** Every text under a key that begins with `prefix`, by its key. */
export function readTexts<Prefix extends string>(prefix: Prefix): Map<`${Prefix}${string}`, string> {
  try {
    const keys = Object.keys(localStorage).filter((key) => isBelow(prefix, key));
    return new Map(keys.map((key) => [key, localStorage.getItem(key) ?? '']));
  } catch {
    return new Map();
  }
}

/** A value out of stored JSON; `parse` turns the unknown into its type, or undefined if it is not what was meant. */
export function parseJson<Value>(
  text: string | undefined,
  parse: (stored: unknown) => Value | undefined,
): Value | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A value kept as JSON under a key. */
export function readJson<Value>(
  key: StorageKey,
  parse: (stored: unknown) => Value | undefined,
): Value | undefined {
  return parseJson(readText(key), parse);
}

/** Keeps a value as JSON, or removes it when undefined. Returns whether that worked. */
export function keepJson(key: StorageKey, value: unknown): boolean {
  return keepText(key, value === undefined ? undefined : JSON.stringify(value));
}
