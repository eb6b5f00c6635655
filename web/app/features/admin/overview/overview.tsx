import { studio } from '@atelier/content/studio.ts';
import { greetingName } from '@atelier/domain/accounts.ts';
import { formatTotal } from '@atelier/domain/paging.ts';
import { type ProjectSummary, projectTitle } from '@atelier/domain/projects.ts';
import { useQuery } from '@tanstack/react-query';
import type { MetaDescriptor } from 'react-router';
import { useAccount } from '../../../lib/account.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { adminProjectPath, newEnquiryPath } from '../admin-paths.ts';
import { listEnquiries } from '../contact/list-enquiries.ts';
import { listProjects } from '../projects/list-projects.ts';
import { OverviewCard } from './overview-card.tsx';

export const meta = (): MetaDescriptor[] => [{ title: `Overview · ${studio.name}` }];

/** How many of each kind the overview names. */
const NEWEST = 5;

/** What there is to look at, newest first: every number and every line is asked from the lists themselves. */
export default function Overview() {
  const { me } = useAccount();
  const enquiries = useQuery(listEnquiries({ status: 'new', limit: NEWEST }));
  const submitted = useQuery(listProjects({ status: 'submitted', limit: NEWEST }));
  const drafts = useQuery(listProjects({ status: 'draft', limit: NEWEST }));
  const toEntry = (project: ProjectSummary) => ({
    id: project._id,
    to: adminProjectPath(project._id),
    title: projectTitle(project),
    text: project.email,
    at: project.submittedAt ?? project.updatedAt,
  });
  return (
    <div className="grid grid-cols-1 gap-8">
      <PageHeader title="Overview">
        {me && `Hello ${greetingName(me.user)}. Here is what has come in.`}
      </PageHeader>
      <div className="grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
        <OverviewCard
          title="New enquiries"
          query={enquiries}
          total={enquiries.data && formatTotal(enquiries.data.total)}
          entries={enquiries.data?.items.map((enquiry) => ({
            id: enquiry._id,
            to: newEnquiryPath(enquiry._id),
            title: enquiry.name,
            text: enquiry.message,
            at: enquiry.createdAt,
          }))}
          allTo="/admin/contact?status=new"
          empty="Nothing new. Every enquiry has been read."
          fallback="Failed to load contacts."
        />
        <OverviewCard
          title="Submitted projects"
          query={submitted}
          total={submitted.data && formatTotal(submitted.data.total)}
          entries={submitted.data?.items.map(toEntry)}
          allTo="/admin/projects"
          empty="No project has been submitted yet."
          fallback="Failed to load projects."
        />
        <OverviewCard
          title="Drafts"
          query={drafts}
          total={drafts.data && formatTotal(drafts.data.total)}
          entries={drafts.data?.items.map(toEntry)}
          allTo="/admin/projects?status=draft"
          empty="Nobody is filling in a brief at the moment."
          fallback="Failed to load projects."
        />
      </div>
    </div>
  );
}
