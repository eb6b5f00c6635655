import { api } from '@atelier/domain/api.ts';
import type { DecisionAnswer } from '@atelier/domain/mail-decisions/rules.ts';
import type { Decision } from '@atelier/domain/mail-decisions/schema.ts';
import { callApi } from '../../lib/api/api-client.ts';

/*
 * The calls by the link of a mail: loaded late, as they bring the validation library.
 */

/** What a link is about, and what it can still do. @throws ApiError */
export const findDecision = (token: string): Promise<Decision> =>
  callApi(api.findDecision, { body: { token } });

/** Answers by a link. @throws ApiError */
export async function sendDecision(body: {
  token: string;
  answer: DecisionAnswer;
  words: string;
}): Promise<void> {
  await callApi(api.decide, { body });
}
