import { kindsOfWork } from '@atelier/content/kinds-of-work.ts';
import { isOffered } from '@atelier/content/offer.ts';
import { BRIEF, type BriefDraft } from '@atelier/domain/onboarding/brief.ts';
import { ALWAYS_SUGGESTED, FEATURE_IDS, type FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { briefDraftSchema } from '@atelier/domain/onboarding/schema.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import { findProvenEmail } from '../core/accounts/proven-email.ts';
import { findNewestProject } from '../core/projects/projects.repository.ts';
import { findNewestInvited } from '../features/enquiries/enquiries.repository.ts';
import type { EnquiryRow } from '../features/enquiries/enquiries.table.ts';
import type { OnboardingPorts } from '../features/onboarding/onboarding.feature.ts';
import type { Db } from '../platform/db/database.ts';

/**
 * The beginning of an invited client's brief: what their enquiry says. It is found by the confirmed address of the account, so
 * that the invitation's link gives a stranger nothing, and until a project was begun after the invitation.
 */
export function enquiryBrief({
  db,
  identities,
}: {
  db: Db;
  identities: Pick<IdentityProvider, 'findConfirmedEmail' | 'confirmsByItself'>;
}): Pick<OnboardingPorts, 'findPrefill'> {
  return {
    findPrefill: async (accountId) => {
      const email = await findProvenEmail(identities, accountId);
      const enquiry = email === undefined ? undefined : await findNewestInvited(db, email);
      if (!enquiry) return null;
      const newest = await findNewestProject(db, accountId);
      if (newest && newest.created_at >= (enquiry.invited_at ?? '')) return null;
      return { data: briefOf(enquiry), writtenAt: enquiry.created_at };
    },
  };
}

/** What fits of an enquiry; nothing that the wizard would refuse. */
function briefOf({ name, email, subject, message }: EnquiryRow): BriefDraft {
  const asked: readonly FeatureId[] = kindsOfWork.find(({ label }) => label === subject)?.features ?? [];
  const features = FEATURE_IDS.filter(
    (id) => isOffered(id) && (id === ALWAYS_SUGGESTED || asked.includes(id)),
  );
  const { max } = BRIEF.goals;
  const goals = message.length <= max ? message : `${message.slice(0, max - 1).toWellFormed()}…`;
  const found = { contact: name, email, goals, ...(asked.length > 0 ? { features } : {}) };
  return briefDraftSchema.safeParse(found).data ?? {};
}
