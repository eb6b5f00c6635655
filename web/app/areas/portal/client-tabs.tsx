import { planRange } from '@atelier/domain/milestones/rules.ts';
import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { countInTab } from '@atelier/domain/projects/waiting.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { activityTab } from '../../features/activity/project-activity.tsx';
import { getContract } from '../../features/contracts/contracts.queries.ts';
import { clientFilesTab } from '../../features/files/files-panel.tsx';
import { listInvoices } from '../../features/invoices/invoices.queries.ts';
import { clientMessagesTab } from '../../features/messages/client-messages.tsx';
import type { MilestoneNeeds } from '../../features/milestones/milestone-facts.tsx';
import { listMilestones } from '../../features/milestones/milestones.queries.ts';
import type { PreviewFiles } from '../../features/milestones/preview-card.tsx';
import { useWaitingIn } from '../../features/projects/projects.queries.ts';
import { listRequests } from '../../features/requests/requests.queries.ts';
import { late } from '../../lib/late.tsx';
import type { ProjectTabList } from '../../lib/pages/project-view.ts';
import { CountMark } from '../../ui/badge.tsx';
import { SkeletonList } from '../../ui/feedback/placeholders.tsx';
import { isArriving } from '../../ui/feedback/query-state.tsx';
import { ClientOverview } from './overview/client-overview.tsx';

const arriving = <SkeletonList label="Loading…" rows={3} />;
const Contract = late(() => import('../../features/contracts/client/client-contract.tsx'), arriving);
const ChangeOrders = late(() => import('../../features/change-orders/client/client-change-orders.tsx'), null);
const PaidMilestone = late(() => import('../../features/invoices/milestone-payments.tsx'), null);
const Milestones = late(() => import('../../features/milestones/client-milestones.tsx'), arriving);
const PaidSoFar = late(() => import('../../features/invoices/paid-so-far.tsx'), null);
const Awaited = late(() => import('../../features/requests/awaited-requests.tsx'), null);
const Invoices = late(() => import('./project-invoices.tsx'), arriving);

/** Milestones' dates are beside the contract: a client accepts both. Once it is accepted, its changes are below it. */
function PlannedContract({ project }: { project: Project }) {
  const milestones = useQuery(listMilestones(project._id));
  const contract = useQuery(getContract(project._id)).data;
  const dates = isArriving(milestones) ? undefined : planRange(milestones.data ?? []);
  const invoices = useQuery(listInvoices(project._id));
  return (
    <div className="grid grid-cols-1 gap-5">
      <Contract project={project} dates={dates} billing={invoices.data?.billing} />
      {contract?.status === 'accepted' && invoices.data && (
        <PaidSoFar plan={invoices.data.plan} invoices={invoices.data.items} />
      )}
      {contract?.status === 'accepted' && dates && !isArriving(invoices) && (
        <ChangeOrders project={project} contractTotal={contract.total} />
      )}
    </div>
  );
}

/** Late, as the milestones themselves: few of them show files. */
const ClientFiles = late<ComponentProps<PreviewFiles>>(async () => {
  const { FileStrip } = await import('../../features/files/file-strip.tsx');
  return { default: (props) => <FileStrip {...props} side="client" /> };
});

function Needs({ projectId, milestoneId }: ComponentProps<MilestoneNeeds>) {
  const { plan = [], items = [] } = useQuery(listInvoices(projectId)).data ?? {};
  const requests = useQuery(listRequests(projectId)).data?.items ?? [];
  return (
    <>
      <PaidMilestone plan={plan} invoices={items} milestoneId={milestoneId} />
      <Awaited requests={requests} milestoneId={milestoneId} />
    </>
  );
}

/** What milestones wait for comes with them: nothing moves when it arrives. */
function AcceptedMilestones({ project }: { project: Project }) {
  const contract = useQuery(getContract(project._id));
  const milestones = useQuery(listMilestones(project._id));
  const invoices = useQuery(listInvoices(project._id));
  const requests = useQuery(listRequests(project._id));
  if (milestones.data && [invoices, requests].some(isArriving)) return arriving;
  return (
    <Milestones
      project={project}
      isAccepted={contract.data?.status === 'accepted'}
      Files={ClientFiles}
      Needs={Needs}
    />
  );
}

const marked: Partial<Record<ProjectTabName, [one: string, many: string]>> = {
  overview: ['thing to bring', 'things to bring'],
  contract: ['to answer', 'to answer'],
  milestones: ['to review', 'to review'],
  feedback: ['unread message', 'unread messages'],
  invoices: ['to pay', 'to pay'],
};

/** How many things wait in a tab, beside its name. */
function markOf(tab: ProjectTabName) {
  const [one, many] = marked[tab] ?? ['waiting', 'waiting'];
  return function WaitingMark({ project }: { project: Project }) {
    const { data } = useWaitingIn(project._id);
    return <CountMark count={data && countInTab(data, tab)} one={one} many={many} />;
  };
}

/** What a client can look at in a project. Tabs with forms come late: they weigh more than the others together. */
export const clientTabs: ProjectTabList = {
  overview: { label: 'Overview', Content: ClientOverview, Mark: markOf('overview') },
  contract: { label: 'Contract', Content: PlannedContract, Mark: markOf('contract') },
  milestones: { label: 'Milestones', Content: AcceptedMilestones, Mark: markOf('milestones') },
  feedback: { ...clientMessagesTab, Mark: markOf('feedback') },
  files: clientFilesTab,
  invoices: { label: 'Invoices', Content: Invoices, Mark: markOf('invoices') },
  activity: activityTab,
};
