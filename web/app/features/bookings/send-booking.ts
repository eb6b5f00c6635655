import { api } from '@atelier/domain/api.ts';
import { createBookingSchema, type OfferedTimes, type OwnBooking } from '@atelier/domain/bookings/schema.ts';
import { issuesOf, issueText } from '@atelier/domain/errors.ts';
import { callApi } from '../../lib/api/api-client.ts';

/*
 * The calls about a booked call, and the rules of its form: loaded late, as they bring the validation library.
 */

/** The text of the form. */
export interface BookingDraft {
  name: string;
  email: string;
  words: string;
  startsAt: string | undefined;
  zone: string;
  /** The honeypot: invisible, so only robots fill it in. */
  botfield: string;
}

/** The first issue of each field, by its name; empty if the form can be sent. */
export function findIssues(draft: BookingDraft): Readonly<Partial<Record<string, string>>> {
  const found = createBookingSchema.safeParse({ ...draft, startsAt: draft.startsAt ?? '' }).error;
  const issues: Partial<Record<string, string>> = {};
  for (const issue of found ? issuesOf(found) : []) issues[issue.path] ??= issueText(issue);
  return issues;
}

/** When a call can be. @throws ApiError */
export const listOfferedTimes = (): Promise<OfferedTimes> => callApi(api.listOfferedTimes);

/** Asks for a call. @returns whether it is booked, so that no mail's link has to confirm it. @throws ApiError */
export async function sendBooking({ startsAt = '', ...draft }: BookingDraft): Promise<boolean> {
  return (await callApi(api.createBooking, { body: { ...draft, startsAt } })).isConfirmed;
}

/** The call of a link, and when else it could be. @throws ApiError */
export const findOwn = (token: string) => callApi(api.findOwnBooking, { body: { token } });

/** Confirms the call of a link, at another time where one is chosen. @throws ApiError */
export const confirmOwn = async (body: {
  token: string;
  startsAt?: string;
  zone?: string;
}): Promise<OwnBooking> => (await callApi(api.confirmOwnBooking, { body })).call;

/** @throws ApiError */
export const moveOwn = async (body: { token: string; startsAt: string; zone: string }): Promise<OwnBooking> =>
  (await callApi(api.moveOwnBooking, { body })).call;

/** @throws ApiError */
export const cancelOwn = async (token: string): Promise<OwnBooking> =>
  (await callApi(api.cancelOwnBooking, { body: { token } })).call;
