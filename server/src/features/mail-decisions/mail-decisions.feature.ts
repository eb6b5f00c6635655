import { api } from '@atelier/domain/api.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { type MailDecisionsDeps, MailDecisionsService } from './mail-decisions.service.ts';

export const mailDecisionTables = {
  decision_links: {
    notExported: 'Links of emails, which are in the account’s copy themselves, as what was decided is.',
  },
} as const satisfies FeatureTables;

/** Decisions from the mail: links that take one answer without a sign-in. */
export function createMailDecisions(ports: MailDecisionsDeps) {
  const decisions = new MailDecisionsService(ports);
  const feature: Feature = {
    addRoutes(app) {
      bindEndpoint(app, api.findDecision, ({ body }) => decisions.find(body.token));
      bindEndpoint(app, api.decide, ({ body, client }) => decisions.decide(body, client.address));
    },
    addJobs(jobs) {
      jobs.add({
        name: 'mail-decisions.delete-old',
        everySeconds: 24 * 3_600,
        run: () => decisions.deleteOld(),
      });
    },
  };
  return { service: decisions, feature };
}
