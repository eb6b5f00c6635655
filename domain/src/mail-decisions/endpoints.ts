import { endpoint, LINK_LIMIT } from '../endpoint.ts';
import { decidedSchema, decideSchema, decisionSchema, decisionTokenSchema } from './schema.ts';

/** Decisions from the mail: the link's secret is in the body, so that opening an address decides nothing. */
export const mailDecisionEndpoints = {
  findDecision: endpoint({
    method: 'POST',
    path: '/decisions/find',
    access: 'public',
    needsRecentSignIn: false,
    summary: 'What a mail’s link is about, and what it can still do. Changes nothing.',
    body: decisionTokenSchema,
    reply: decisionSchema,
    limit: LINK_LIMIT,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/decisions',
    access: 'public',
    needsRecentSignIn: false,
    summary:
      'Answers by a mail’s link, once: approves a milestone in review, asks for changes, or says that a request is done. The same answer again changes nothing.',
    body: decideSchema,
    reply: decidedSchema,
    limit: LINK_LIMIT,
  }),
};
