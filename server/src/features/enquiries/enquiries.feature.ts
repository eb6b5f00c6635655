import type { Feature, FeatureTables } from '../../core/feature.ts';
import { mapEach } from '../../platform/db/read-in-pages.ts';
import { presentEnquiry } from './enquiries.presenter.ts';
import { addEnquiryRoutes } from './enquiries.routes.ts';
import { type EnquiriesDeps, EnquiriesService } from './enquiries.service.ts';

export const enquiryTables = {
  enquiries: { exportedAs: 'enquiries' },
} as const satisfies FeatureTables;

/** Enquiries: visitors send them, and the studio answers them from its inbox. */
export function createEnquiries(ports: EnquiriesDeps) {
  const enquiries = new EnquiriesService(ports);
  const feature: Feature = {
    addRoutes: (app) => addEnquiryRoutes(app, enquiries),
    personalData: [
      {
        name: 'enquiries',
        read: ({ confirmedEmail: email = '' }) => mapEach(enquiries.readSentFrom(email), presentEnquiry),
      },
    ],
  };
  return { service: enquiries, feature };
}
