import { z } from 'zod';
import { CLICK_LIMIT, csvReply, csvSeparator, endpoint, NOTICE_LIMIT } from '../endpoint.ts';
import { enquiryMessageSchema, enquirySchema } from '../enquiries/schema.ts';
import { idParams } from '../ids.ts';
import { pageQuerySchema, searchTextSchema } from '../paging.ts';
import { MAX_PAGE_SIZE } from '../paging-rules.ts';
import { projectSchema, projectSummarySchema } from '../projects/schema.ts';
import { ROLES } from './rules.ts';
import { adminUserSchema, changeUserSchema, meSchema, mySessionSchema, usernameSchema } from './schema.ts';

/** An account after a change. */
const changedUser = z.object({ user: adminUserSchema });

/**
 * All the product's data about an account, in one file. Each feature adds members of its own; these are
 * always there.
 */
const personalDataSchema = z.looseObject({
  exportedAt: z.string(),
  account: adminUserSchema,
  // Their stages follow from the rest.
  projects: z.array(projectSchema.omit({ stage: true, clientRole: true })),
  /** Those sent with the account's confirmed address. */
  enquiries: z.array(enquirySchema.extend({ messages: z.array(enquiryMessageSchema) })),
  /** The mails of the last weeks to that address; their texts aren't kept. */
  mails: z.array(
    z.object({ kind: z.string(), subject: z.string(), createdAt: z.string(), sentAt: z.string().nullable() }),
  ),
});

export const accountEndpoints = {
  getMe: endpoint({
    method: 'GET',
    path: '/me',
    access: 'signed-in',
    summary: 'The signed-in account; its row is created the first time a valid token is used.',
    reply: meSchema,
  }),
  checkUsername: endpoint({
    method: 'GET',
    path: '/username-available',
    access: 'public',
    summary: 'Whether a username is well-formed and free, ignoring case.',
    query: z.object({ u: z.string().max(200) }),
    reply: z.object({ available: z.boolean() }),
    limit: { max: 60, seconds: 60, per: 'address' },
  }),
  updateProfile: endpoint({
    method: 'POST',
    path: '/profile',
    access: 'signed-in',
    needsRecentSignIn: false,
    summary: 'Sets the username of the signed-in account.',
    body: z.object({ username: usernameSchema }),
    reply: z.object({ user: meSchema.shape.user }),
    limit: { max: 20, seconds: 60, per: 'account' },
  }),
  syncEmail: endpoint({
    method: 'POST',
    path: '/me/sync-email',
    access: 'signed-in',
    needsRecentSignIn: false,
    summary: "Copies the authentication provider's address to the account.",
    reply: z.object({ email: z.string() }),
    limit: CLICK_LIMIT,
  }),
  listMySessions: endpoint({
    method: 'GET',
    path: '/me/sessions',
    access: 'signed-in',
    summary: 'Where the account is signed in; null if another provider keeps the sessions.',
    reply: z.object({ sessions: z.array(mySessionSchema).nullable() }),
  }),
  endMySession: endpoint({
    method: 'DELETE',
    path: '/me/sessions/:sessionId',
    access: 'signed-in',
    needsRecentSignIn: false,
    summary: 'Ends one session of the signed-in account; false if there is no such session.',
    params: z.object({ sessionId: z.uuid().toLowerCase() }),
    reply: z.object({ ended: z.boolean() }),
    limit: { max: 60, seconds: 60, per: 'account' },
  }),
  exportMyData: endpoint({
    method: 'GET',
    path: '/me/export',
    access: 'signed-in',
    summary: 'Everything kept about the signed-in user, as a file to download.',
    reply: personalDataSchema,
    limit: { max: 10, seconds: 3_600, per: 'account' },
  }),
  deleteMyAccount: endpoint({
    method: 'DELETE',
    path: '/me',
    access: 'signed-in',
    needsRecentSignIn: true,
    summary:
      'Deletes the signed-in account with its projects; those with an accepted contract stay with the studio, without their client.',
    reply: z.object({ deleted: z.literal(true) }),
    limit: { max: 10, seconds: 3_600, per: 'account' },
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    summary: 'Accounts, newest first, as a bare array; the total travels in X-Total-Count.',
    query: z.object({
      page: pageQuerySchema.shape.page,
      limit: pageQuerySchema.shape.limit.unwrap().default(MAX_PAGE_SIZE),
      q: searchTextSchema,
    }),
    reply: z.array(adminUserSchema),
  }),
  exportUsers: endpoint({
    method: 'GET',
    path: '/admin/users/export',
    access: 'admin',
    summary: 'The accounts as a CSV file, by id; with a search, only those that match.',
    query: z.object({ q: searchTextSchema, separator: csvSeparator }),
    reply: csvReply,
    limit: { max: 10, seconds: 60, per: 'account' },
    audit: { says: 'exported the accounts[ found by “{q}”]', keeps: ['q'] },
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/admin/users/:id',
    access: 'admin',
    summary: 'One account with its newest projects, at most a hundred.',
    params: idParams,
    reply: z.object({ user: adminUserSchema, projects: z.array(projectSummarySchema) }),
  }),
  changeUser: endpoint({
    method: 'PATCH',
    path: '/admin/users/:id',
    access: 'admin',
    needsRecentSignIn: { role: ROLES },
    summary: 'Changes an account’s role or subscription. The last admin stays an admin.',
    params: idParams,
    body: changeUserSchema,
    reply: changedUser,
    limit: CLICK_LIMIT,
    audit: { says: 'changed the account of {subject}', keeps: ['role', 'subscriptionStatus'] },
  }),
  disableUser: endpoint({
    method: 'POST',
    path: '/admin/users/:id/disable',
    access: 'admin',
    needsRecentSignIn: true,
    summary: 'Disables an account: its next call is refused. Nothing is deleted.',
    params: idParams,
    reply: changedUser,
    limit: CLICK_LIMIT,
    audit: { says: 'disabled the account of {subject}' },
  }),
  enableUser: endpoint({
    method: 'POST',
    path: '/admin/users/:id/enable',
    access: 'admin',
    needsRecentSignIn: true,
    summary: 'Enables a disabled account.',
    params: idParams,
    reply: changedUser,
    limit: CLICK_LIMIT,
    audit: { says: 'enabled the account of {subject}' },
  }),
  signUserOut: endpoint({
    method: 'POST',
    path: '/admin/users/:id/sign-out',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Ends every session of an account, if this server keeps the sessions.',
    params: idParams,
    reply: z.object({ ended: z.number().int() }),
    limit: CLICK_LIMIT,
    audit: { says: 'signed {subject} out everywhere' },
  }),
  removeSecondFactor: endpoint({
    method: 'DELETE',
    path: '/admin/users/:id/second-factor',
    access: 'admin',
    needsRecentSignIn: true,
    summary:
      'Removes the second factor of an account whose holder lost it, if this server keeps the sign-ins; false if there is none.',
    params: idParams,
    reply: z.object({ removed: z.boolean() }),
    limit: NOTICE_LIMIT,
    audit: { says: 'removed the second factor of {subject}' },
  }),
  pingAdmin: endpoint({
    method: 'GET',
    path: '/admin/ping',
    access: 'admin',
    summary: 'Replies to admins only, so a page can verify that it may be shown.',
    reply: z.object({ ok: z.literal(true) }),
  }),
};
