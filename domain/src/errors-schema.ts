import { z } from 'zod';
import { type ErrorCode, type ErrorReply, errorStatus } from './errors.ts';

/*
 * An error as the wire carries it. Apart from errors.ts, so that a public page that reads a code does not load the
 * validation library.
 */

const issueSchema = z.object({ path: z.string(), message: z.string() });

export const errorReplySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  issues: z.array(issueSchema).optional(),
}) satisfies z.ZodType<ErrorReply>;
