import { changeOrderAnchor } from '@atelier/domain/change-orders/rules.ts';
import { contractPlan } from '@atelier/domain/milestones/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { activityTab } from '../../../features/activity/project-activity.tsx';
import { useMessageToChangeOrder } from '../../../features/change-orders/message-to-change-order.ts';
import { getContractAsStudio } from '../../../features/contracts/contracts.queries.ts';
import { studioFilesTab } from '../../../features/files/files-panel.tsx';
import { listInvoicesAsStudio } from '../../../features/invoices/invoices.queries.ts';
import { StudioMessages, studioMessagesTab } from '../../../features/messages/studio-messages.tsx';
import type { MilestoneNeeds } from '../../../features/milestones/milestone-facts.tsx';
import { listMilestonesAsStudio } from '../../../features/milestones/milestones.queries.ts';
import type { PreviewPicker } from '../../../features/milestones/studio/review-dialog.tsx';
import { listRequestsAsStudio } from '../../../features/requests/requests.queries.ts';
import { late } from '../../../lib/late.tsx';
import { useNavigate } from '../../../lib/pages/links.ts';
import { type ProjectTabList, useTabLink } from '../../../lib/pages/project-view.ts';
import { SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { isArriving } from '../../../ui/feedback/query-state.tsx';
import { StudioOverview } from './studio-overview.tsx';

const arriving = <SkeletonList label="Loading…" rows={3} />;
const Contract = late(() => import('../../../features/contracts/studio/studio-contract.tsx'), arriving);
const ChangeOrders = late(
  () => import('../../../features/change-orders/studio/studio-change-orders.tsx'),
  null,
);
const Milestones = late(() => import('../../../features/milestones/studio/studio-milestones.tsx'), arriving);
const PaidSoFar = late(() => import('../../../features/invoices/paid-so-far.tsx'), null);
const PaidMilestone = late(() => import('../../../features/invoices/milestone-payments.tsx'), null);
const Awaited = late(() => import('../../../features/requests/awaited-requests.tsx'), null);
const Invoices = late(() => import('./project-invoices.tsx'), arriving);

/** Late: only a dialog shows it. */
const Picker = late<ComponentProps<PreviewPicker>>(async () => ({
  default: (await import('../../../features/files/file-picker.tsx')).FilePicker,
}));

/** Payments of a contract can wait for milestones, those that the contract names. */
function PlannedContract({ project }: { project: Project }) {
  const milestones = useQuery(listMilestonesAsStudio(project._id));
  const acceptance = useQuery(getContractAsStudio(project._id)).data?.acceptance;
  const invoices = useQuery(listInvoicesAsStudio(project._id));
  const plan = isArriving(milestones) ? undefined : contractPlan(milestones.data ?? []);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Contract project={project} milestones={plan} />
      {acceptance && invoices.data && (
        <div className="max-w-4xl">
          <PaidSoFar plan={invoices.data.plan} invoices={invoices.data.items} />
        </div>
      )}
      {acceptance && plan && !isArriving(invoices) && (
        <div className="max-w-4xl">
          <ChangeOrders project={project} contractTotal={acceptance.total} milestones={plan} />
        </div>
      )}
    </div>
  );
}

function Needs({ projectId, milestoneId }: ComponentProps<MilestoneNeeds>) {
  const { plan = [], items = [] } = useQuery(listInvoicesAsStudio(projectId)).data ?? {};
  const requests = useQuery(listRequestsAsStudio(projectId)).data?.items ?? [];
  return (
    <>
      <PaidMilestone plan={plan} invoices={items} milestoneId={milestoneId} />
      <Awaited requests={requests} milestoneId={milestoneId} />
    </>
  );
}

/** What milestones wait for comes with them: nothing moves when it arrives. */
function AcceptedMilestones({ project }: { project: Project }) {
  const contract = useQuery(getContractAsStudio(project._id));
  const milestones = useQuery(listMilestonesAsStudio(project._id));
  const invoices = useQuery(listInvoicesAsStudio(project._id));
  const requests = useQuery(listRequestsAsStudio(project._id));
  if (milestones.data && [invoices, requests].some(isArriving)) return arriving;
  return (
    <Milestones
      project={project}
      isAccepted={contract.data?.status === 'accepted'}
      Picker={Picker}
      Needs={Needs}
    />
  );
}

/** Once the contract is accepted, a client's message becomes a change order in a click. */
function ChangeableMessages({ project }: { project: Project }) {
  const { stage, status } = project;
  // Before these stages it can't be accepted, and isn't asked for.
  const isPossible = status === 'submitted' && stage !== 'proposal' && stage !== 'contract';
  const contract = useQuery({ ...getContractAsStudio(project._id), enabled: isPossible });
  const isAccepted = isPossible && contract.data?.status === 'accepted';
  const makeChangeOrder = useMessageToChangeOrder(project._id);
  const linkTo = useTabLink();
  const navigate = useNavigate();
  const more = isAccepted && {
    label: 'Make it a change order',
    icon: FilePlus2,
    onSelect: (message: { _id: string; body: string }) =>
      makeChangeOrder(message, (id) => void navigate(linkTo('contract', changeOrderAnchor(id)))),
  };
  return <StudioMessages project={project} {...(more && { more })} />;
}

/** What the studio can look at in a project. Tabs with forms come late: they weigh more than the others together. */
export const studioTabs: ProjectTabList = {
  overview: { label: 'Overview', Content: StudioOverview },
  contract: { label: 'Contract', Content: PlannedContract },
  milestones: { label: 'Milestones', Content: AcceptedMilestones },
  feedback: { ...studioMessagesTab, Content: ChangeableMessages },
  files: studioFilesTab,
  invoices: { label: 'Invoices', Content: Invoices },
  activity: activityTab,
};
