import { z } from 'zod';
import { idSchema } from '../ids.ts';

/** Username: 3 to 32 letters, digits or underscores (specification section 5). */
export const USERNAME_PATTERN = /^[A-Za-z0-9_]{3,32}$/;
export const USERNAME_MESSAGE = 'Letters/numbers/_ only';
/** Wait after the last keystroke before availability is asked, in ms. */
export const USERNAME_CHECK_DELAY_MS = 400;

export const usernameSchema = z.string().trim().regex(USERNAME_PATTERN, USERNAME_MESSAGE);

/** The form in which usernames are compared: they are unique whatever their case. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

/** What the username field shows while it is being typed. */
export type UsernameStatus = 'idle' | 'invalid' | 'checking' | 'ok' | 'taken' | 'error';

/** What a name shows before any check of its availability: empty, malformed, or worth asking about. */
export function usernameShape(username: string): 'idle' | 'invalid' | 'checking' {
  if (username.trim() === '') return 'idle';
  return USERNAME_PATTERN.test(username.trim()) ? 'checking' : 'invalid';
}

/** Roles of an account. Other values from a foreign provider count as `client`. */
export const ROLES = ['client', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Stands in for the client of a project that is kept when its client's account is deleted, because its contract was
 * accepted. Nobody signs in as it, and it is in no list of users.
 */
export const FORMER_CLIENT_ID = '00000000-0000-7000-8000-000000000000';

/** What stands where somebody's name was, in what is kept after their account is deleted. */
export const DELETED_ACCOUNT_NAME = 'Deleted account';

/** Whether a role or any of a list of roles is admin, compared without case (specification section 3). */
export function isAdminRole(role: string | null | undefined, roles: readonly string[] = []): boolean {
  return [role ?? '', ...roles].some((each) => each.toLowerCase() === 'admin');
}

export const SUBSCRIPTION_STATUSES = ['none', 'active', 'past_due', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** The name a person is greeted by: the username, else the part of the address before the @. */
export function greetingName(user: { username?: string | null; email?: string | null }): string {
  return user.username || user.email?.split('@')[0] || 'there';
}

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
  /** When the studio closed the account; null while it is open. */
  disabledAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** What an admin changes about an account; what is left out stays. */
export const changeUserSchema = z
  .object({ role: z.enum(ROLES), subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES) })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Say what should change.');
export type ChangeUser = z.infer<typeof changeUserSchema>;

/** One of the places where somebody is signed in, as they see it. */
export const mySessionSchema = z.object({
  id: z.string(),
  /** What the browser calls itself, in words. */
  device: z.string(),
  /** Where it was begun from. */
  address: z.string().nullable(),
  beganAt: z.string(),
  /** When its token was last renewed, which a browser in use does about once an hour. */
  lastUsedAt: z.string(),
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
});
export type MySession = z.infer<typeof mySessionSchema>;
