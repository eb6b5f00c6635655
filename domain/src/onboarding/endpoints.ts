import { z } from 'zod';
import { CLICK_LIMIT, endpoint } from '../endpoint.ts';
import { idSchema } from '../ids.ts';
import { pageQuerySchema, pageReplySchema } from '../paging.ts';
import { projectSchema, projectStatusFilter } from '../projects/schema.ts';
import { prefillSchema, saveOnboardingSchema, submitOnboardingSchema } from './schema.ts';

export const onboardingEndpoints = {
  getMyOnboarding: endpoint({
    method: 'GET',
    path: '/onboarding/me',
    access: 'signed-in',
    summary:
      'The draft if there is one, otherwise the newest project, otherwise null. `prefill` is what a new brief begins with, for a client whom the studio has invited after an enquiry.',
    reply: z.object({ onboarding: projectSchema.nullable(), prefill: prefillSchema.nullable() }),
  }),
  saveOnboarding: endpoint({
    method: 'POST',
    path: '/onboarding/save',
    access: 'signed-in',
    needsRecentSignIn: false,
    summary:
      'Saves the draft: one per account, and no further than its answers allow. The server computes the estimate and ignores any that is sent.',
    body: saveOnboardingSchema,
    clientWords: 'replaced',
    reply: z.object({ id: idSchema, revision: z.number().int(), onboarding: projectSchema }),
    limit: { max: 240, seconds: 60, per: 'account' },
  }),
  submitOnboarding: endpoint({
    method: 'POST',
    path: '/onboarding/submit',
    access: 'signed-in',
    needsRecentSignIn: false,
    summary: 'Submits the draft after checking every step. Submitting twice makes one project.',
    body: submitOnboardingSchema,
    clientWords: 'added',
    reply: z.object({ id: idSchema, onboarding: projectSchema }),
    // Each new one mails the studio, and nobody finishes ten briefs in ten minutes.
    limit: { max: 10, seconds: 600, per: 'account' },
  }),
  deleteDraft: endpoint({
    method: 'DELETE',
    path: '/onboarding/draft',
    access: 'signed-in',
    needsRecentSignIn: false,
    summary: 'Deletes the draft, if there is one.',
    reply: z.object({ deleted: z.boolean() }),
    limit: CLICK_LIMIT,
  }),
  listMyProjects: endpoint({
    method: 'GET',
    path: '/onboarding/list',
    access: 'signed-in',
    summary: 'Own projects, newest first.',
    query: pageQuerySchema.extend({ status: projectStatusFilter }),
    reply: pageReplySchema(projectSchema),
  }),
};
