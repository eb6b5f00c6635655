import type { z } from 'zod';

/** Where a text that should be JSON is stored. */
export interface JsonPlace {
  /** `table.column` */
  column: string;
  id: string;
}

/** A row holds what its column doesn't allow: the call is answered 500, and the log names the row. */
class StoredJsonError extends Error {
  constructor({ column, id }: JsonPlace, cause: unknown) {
    super(`${column} of ${id} holds no valid JSON of its kind`, { cause });
    this.name = 'StoredJsonError';
  }
}

/**
 * Reads the JSON of a row. Its schema also has to accept what older versions of the product stored.
 * @throws StoredJsonError
 */
export function parseStoredJson<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  place: JsonPlace,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StoredJsonError(place, error);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new StoredJsonError(place, parsed.error);
  return parsed.data;
}
