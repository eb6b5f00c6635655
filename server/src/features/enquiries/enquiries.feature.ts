import type { Feature, FeatureTables } from '../../core/feature.ts';
import { mapEach } from '../../platform/db/read-in-pages.ts';
import { presentEnquiry, presentEnquiryMessages } from './enquiries.presenter.ts';
import { addEnquiryRoutes } from './enquiries.routes.ts';
import { type EnquiriesDeps, EnquiriesService } from './enquiries.service.ts';
import { type EnquiryFilesDeps, EnquiryFilesService } from './enquiry-files.service.ts';
import { addThreadRoutes, bindReplyFiles, type ThreadRoutesDeps } from './enquiry-thread.routes.ts';
import { type EnquiryThreadDeps, EnquiryThreadService } from './enquiry-thread.service.ts';

export const enquiryTables = {
  enquiries: { exportedAs: 'enquiries' },
  enquiry_messages: { exportedAs: 'enquiries' },
  enquiry_files: { exportedAs: 'enquiries' },
} as const satisfies FeatureTables;

export interface EnquiriesPorts
  extends Omit<EnquiriesDeps, 'files'>,
    EnquiryFilesDeps,
    Pick<EnquiryThreadDeps, 'issueReplyAddress' | 'threadChanged'>,
    Pick<ThreadRoutesDeps, 'answersArriveHere' | 'findBounce' | 'findProjectOf'> {}

/** Enquiries: visitors send them, and the studio answers them from its inbox. */
export function createEnquiries(ports: EnquiriesPorts) {
  const files = new EnquiryFilesService(ports);
  const enquiries = new EnquiriesService({ ...ports, files });
  const thread = new EnquiryThreadService({ ...ports, files });
  const routes: ThreadRoutesDeps = { ...ports, enquiries, files, thread };
  const sign = (key: string) => ports.storage.signedDownload(key);
  const feature: Feature = {
    addRoutes(app) {
      addEnquiryRoutes(app, enquiries);
      addThreadRoutes(app, routes);
    },
    bindUploads(bind) {
      bindReplyFiles(bind, routes);
    },
    addJobs(jobs) {
      jobs.add({ name: 'enquiries.gather', everySeconds: 60, run: () => enquiries.tellGathered() });
      jobs.add({
        name: 'enquiries.delete-unsent-files',
        everySeconds: 3_600,
        run: () => files.deleteForgotten(),
      });
    },
    personalData: [
      {
        name: 'enquiries',
        read: ({ confirmedEmail: email = '' }) =>
          mapEach(enquiries.readSentFrom(email), async (row) => {
            const { messages, files: attached } = await thread.read(row.id);
            return { ...presentEnquiry(row), messages: presentEnquiryMessages(messages, attached, sign) };
          }),
      },
    ],
  };
  return { service: enquiries, thread, files, feature };
}
