import { z } from 'zod';

/** An id on the wire: a UUID as lower-case text. Ours are version 7 (time-ordered); a provider's may be any. */
export const idSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.uuid({ error: 'That is not a valid id.' }));

/** The `:id` of a path. */
export const idParams = z.object({ id: idSchema });
