import { MousePointerClick } from 'lucide-react';
import { Navigate, useLocation } from 'react-router';
import { projectPath, staysOnList } from '../../lib/portal-paths.ts';
import { useMediaQuery, WIDE_SCREEN } from '../../lib/use-media-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePortalContext } from './portal-context.ts';

/** The right side with nothing chosen: where there is room for it, the newest project opens by itself. */
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
