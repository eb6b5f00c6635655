import { projectPath } from '@atelier/domain/pages.ts';
import { MousePointerClick } from 'lucide-react';
import { useLocation } from 'react-router';
import { Navigate } from '../../lib/pages/links.ts';
import { useMediaQuery, WIDE_SCREEN } from '../../lib/use-media-query.ts';
import { EmptyState } from '../../ui/feedback/placeholders.tsx';
import { staysOnList, usePortalContext } from './portal-context.ts';

/** The right side without a chosen project. On wide screens the newest project opens. */
export default function FirstProject() {
  const { projects, page } = usePortalContext();
  const { state } = useLocation();
  const isWide = useMediaQuery(WIDE_SCREEN);
  const [first] = projects;
  if (isWide && first && page === 1 && !staysOnList(state)) {
    return <Navigate to={projectPath(first._id)} replace />;
  }
  return (
    <EmptyState icon={<MousePointerClick aria-hidden="true" />} title="Select a project to view details." />
  );
}
