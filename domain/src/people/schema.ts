import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { emailText } from '../text-schema.ts';
import { CLIENT_ROLES, COLLEAGUE_ROLES, CONTACT_CHANGE_STATES } from './rules.ts';

/** A person on the client's side of a project. */
export const projectPersonSchema = z.object({
  accountId: idSchema,
  name: z.string(),
  email: z.string(),
  role: z.enum(CLIENT_ROLES),
  /** When they joined; null for the contact. */
  since: z.string().nullable(),
});
export type ProjectPerson = z.infer<typeof projectPersonSchema>;

/** A colleague who was invited and hasn't answered yet. */
export const projectInvitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: z.enum(COLLEAGUE_ROLES),
  invitedAt: z.string(),
  /** The moment from which it can't be answered. */
  expiresAt: z.string(),
});
export type ProjectInvitation = z.infer<typeof projectInvitationSchema>;

/** The contact first, then those who decide, then those who follow; open invitations, oldest first. */
export const projectPeopleSchema = z.object({
  people: z.array(projectPersonSchema),
  invitations: z.array(projectInvitationSchema),
});
export type ProjectPeople = z.infer<typeof projectPeopleSchema>;

export const inviteColleagueSchema = z.object({
  email: emailText('Enter a valid email.'),
  role: z.enum(COLLEAGUE_ROLES),
});
export type InviteColleague = z.infer<typeof inviteColleagueSchema>;

export const changeColleagueSchema = z.object({ role: z.enum(COLLEAGUE_ROLES) });
export type ChangeColleague = z.infer<typeof changeColleagueSchema>;

/** An invitation as the invited person sees it. */
export const receivedInvitationSchema = z.object({
  id: idSchema,
  project: z.string(),
  role: z.enum(COLLEAGUE_ROLES),
  invitedBy: z.string(),
  expiresAt: z.string(),
});
export type ReceivedInvitation = z.infer<typeof receivedInvitationSchema>;

/** A change of a project's main contact, as the former one sees it. */
export const contactChangeSchema = z.object({
  state: z.enum(CONTACT_CHANGE_STATES),
  project: z.string(),
  changedAt: z.string(),
  /** The moment from which it can't be undone. */
  undoUntil: z.string(),
  /** The names of those whose part an undo changes; nobody unless it is open. */
  contact: z.string().nullable(),
  leaving: z.array(z.string()),
  returning: z.array(z.string()),
});
export type ContactChange = z.infer<typeof contactChangeSchema>;
