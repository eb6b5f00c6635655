import { useNavigation } from 'react-router';
import { OnTheWay } from '../ui/on-the-way.tsx';
import { OfflineScreen, useIsPartMissing } from './offline.tsx';

/**
 * Shows that another page is loading, or that its code can't be loaded: the browser shows nothing
 * for a page's own requests.
 */
export function Going() {
  const isGoing = useNavigation().state !== 'idle';
  const isPartMissing = useIsPartMissing();
  if (!isGoing) return null;
  return isPartMissing ? <OfflineScreen /> : <OnTheWay />;
}
