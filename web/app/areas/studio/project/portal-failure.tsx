import { Link } from '../../../lib/pages/links.ts';
import { AdminsOnly, isForbidden } from '../../../ui/feedback/load-failure.tsx';
import { ProjectFailure } from '../../portal/project-frame.tsx';

/** Why a project is not shown to the studio (specification section 2). */
export function PortalFailure(props: { error: unknown; isDeleted: boolean; onRetry: () => void }) {
  if (isForbidden(props.error)) return <AdminsOnly />;
  return (
    <ProjectFailure
      {...props}
      level={1}
      back={{ to: '/admin/projects', label: 'All projects' }}
      hint="This project was deleted, or the link to it is incomplete."
      deletedHint={
        <>
          Its client or another admin just deleted it, with everything in it. Contracts a client accepted are
          kept under <Link to="/admin/contracts">accepted contracts</Link>.
        </>
      }
    />
  );
}
