import { studio } from '@atelier/content/studio.ts';
import type { MetaDescriptor } from 'react-router';
import { Inbox } from '../../../features/enquiries/studio/inbox.tsx';
import { OwnRecords } from '../own-records.tsx';
import { EnquiryCalls } from './enquiry-calls.tsx';

export const meta = (): MetaDescriptor[] => [{ title: `Contact · ${studio.name}` }];

/** /admin/contact: the inbox, with the studio's to-dos and notes below each enquiry. */
export default function InboxScreen() {
  return (
    <Inbox
      below={(enquiryId) => (
        <div className="grid grid-cols-1 gap-6 border-t border-rule pt-5">
          <EnquiryCalls enquiryId={enquiryId} />
          <OwnRecords about={enquiryId} />
        </div>
      )}
    />
  );
}
