import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { ROLES, SUBSCRIPTION_STATUSES, USERNAME_MESSAGE, USERNAME_PATTERN } from './rules.ts';

export const usernameSchema = z.string().trim().regex(USERNAME_PATTERN, USERNAME_MESSAGE);

/** GET /me */
export const meSchema = z.object({
  role: z.enum(ROLES),
  roles: z.array(z.string()),
  user: z.object({
    _id: idSchema,
    username: z.string().nullable(),
    email: z.string(),
    createdAt: z.string(),
  }),
});
export type Me = z.infer<typeof meSchema>;

/** A row of the admin's list of users. */
export const adminUserSchema = z.object({
  _id: idSchema,
  id: idSchema,
  email: z.string(),
  username: z.string().nullable(),
  role: z.enum(ROLES),
  subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES),
  /** When the studio disabled the account; null while it is enabled. */
  disabledAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** An admin's change of an account; omitted members stay. */
export const changeUserSchema = z
  .object({ role: z.enum(ROLES), subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES) })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Say what should change.');
export type ChangeUser = z.infer<typeof changeUserSchema>;

/** One of a user's sessions, as they see it. */
export const mySessionSchema = z.object({
  id: z.string(),
  /** The browser's name, in words. */
  device: z.string(),
  /** The network address it started from. */
  address: z.string().nullable(),
  beganAt: z.string(),
  /** When its token was last refreshed; a browser in use does it about once an hour. */
  lastUsedAt: z.string(),
  /** True for the session that makes this call. */
  isCurrent: z.boolean(),
});
export type MySession = z.infer<typeof mySessionSchema>;
