import { z } from 'zod';

/**
 * Of a call that answers by who asks: with `as=client` the studio is answered what the client of the project
 * would be. It opens nothing to anybody else, and changes nothing.
 */
export const clientViewQuerySchema = z.object({ as: z.literal('client').optional() });
