import { comparableEmail } from '@atelier/domain/email-address.ts';
import { findAccountByEmail } from '../core/accounts/accounts.repository.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import { findProvenEmail } from '../core/accounts/proven-email.ts';
import { publishToStudio } from '../core/projects/live-events.ts';
import { findNewestProject } from '../core/projects/projects.repository.ts';
import { forgetEnquiryOfCalls } from '../features/bookings/bookings.repository.ts';
import type { EnquiriesPorts } from '../features/enquiries/enquiries.feature.ts';
import { findBouncedAddress } from '../features/mail-in/bounces.repository.ts';
import type { createMailIn } from '../features/mail-in/mail-in.feature.ts';
import type { Platform } from '../platform/platform.ts';

/** What enquiries and their threads need from answers by mail, accounts and projects. */
export function enquiryThreads({
  platform: { db, events },
  identities,
  mailIn,
  hasMailIn,
}: {
  platform: Pick<Platform, 'db' | 'events'>;
  identities: Pick<IdentityProvider, 'findConfirmedEmail' | 'confirmsByItself'>;
  mailIn: ReturnType<typeof createMailIn>;
  hasMailIn: boolean;
}): Pick<
  EnquiriesPorts,
  | 'answersArriveHere'
  | 'issueReplyAddress'
  | 'enquiryDeleting'
  | 'threadChanged'
  | 'findBounce'
  | 'findProjectOf'
> {
  return {
    answersArriveHere: hasMailIn,
    issueReplyAddress: async (trx, { enquiryId, email }) =>
      hasMailIn
        ? mailIn.issueFor(trx, {
            kind: 'enquiry',
            subjectId: enquiryId,
            side: 'client',
            accountId: '',
            email,
          })
        : undefined,
    enquiryDeleting: async (trx, enquiryId) => {
      await mailIn.service.enquiryDeleting(trx, enquiryId);
      await forgetEnquiryOfCalls(trx, enquiryId);
      await publishToStudio(trx, events, 'enquiry_received');
    },
    threadChanged: (trx) => publishToStudio(trx, events, 'enquiry_received'),
    findBounce: async (email) => {
      const found = await findBouncedAddress(db, email);
      return found && { report: found.report, bouncedAt: found.bounced_at };
    },
    findProjectOf: async (email) => {
      const account = await findAccountByEmail(db, comparableEmail(email));
      // An address that isn't confirmed may be another person's.
      const confirmed = account && (await findProvenEmail(identities, account.id));
      return account && confirmed === comparableEmail(email) ? findNewestProject(db, account.id) : undefined;
    },
  };
}
