import type { Feature, FeatureTables } from '../../core/feature.ts';
import { mapEach } from '../../platform/db/read-in-pages.ts';
import { presentEnquiry } from './enquiries.presenter.ts';
import { type EnquiriesDeps, EnquiriesService } from './enquiries.service.ts';
import { addEnquiryInboxRoutes } from './studio.routes.ts';
import { addEnquiryRoutes } from './visitor.routes.ts';

/** Enquiries: visitors send them, the studio answers them from its inbox. */
export const enquiryTables = {
  enquiries: { exportedAs: 'enquiries' },
} as const satisfies FeatureTables;

export function createEnquiries(ports: EnquiriesDeps) {
  const enquiries = new EnquiriesService(ports);
  const feature: Feature = {
    addRoutes(app) {
      addEnquiryRoutes(app, enquiries);
      addEnquiryInboxRoutes(app, enquiries);
    },
    personalData: [
      {
        name: 'enquiries',
        read: ({ confirmedEmail: email = '' }) => mapEach(enquiries.readSentFrom(email), presentEnquiry),
      },
    ],
  };
  return { enquiries, feature };
}
