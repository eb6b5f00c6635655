/*
 * Local storage that never throws: it may be switched off, full, or hold what another version wrote. What cannot be kept
 * is simply not there the next time.
 */

/** The text under a key; undefined if there is none or storage is out of reach. */
export function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Every text under a key that begins with `prefix`, by its key. */
export function readTexts(prefix: string): Map<string, string> {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return new Map(keys.map((key) => [key, localStorage.getItem(key) ?? '']));
  } catch {
    return new Map();
  }
}

/** Keeps a text, or removes it when undefined. Returns whether that worked. */
export function keepText(key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** A value kept as JSON; `parse` turns the unknown into its type, or undefined if it is not what was meant. */
export function readJson<Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
): Value | undefined {
  const text = readText(key);
  if (text === undefined) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Keeps a value as JSON, or removes it when undefined. Returns whether that worked. */
export function keepJson(key: string, value: unknown): boolean {
  return keepText(key, value === undefined ? undefined : JSON.stringify(value));
}
