import { z } from 'zod';
import { BUILD_SIZES, type Estimate } from './estimate.ts';

/**
 * The shape of an estimate on the wire. Apart from the rule that makes one, because public pages show
 * estimates and must not carry a validation library for it.
 */
export const estimateSchema: z.ZodType<Estimate> = z.object({
  currency: z.literal('USD'),
  low: z.number(),
  high: z.number(),
  monthlyLow: z.number(),
  monthlyHigh: z.number(),
  minDays: z.number(),
  maxDays: z.number(),
  openEnded: z.boolean(),
  size: z.enum(BUILD_SIZES),
});
