import { useNavigation } from 'react-router';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { OfflineScreen, useIsPartMissing } from './offline.tsx';

/**
 * Shows that another page is loading, or that its code can't be loaded: the browser shows nothing
 * for a page's own requests.
 */
export function Going() {
  const isGoing = useNavigation().state !== 'idle';
  const isPartMissing = useIsPartMissing();
  if (!isGoing) return null;
  return isPartMissing ? <OfflineScreen /> : <ProgressBar />;
}
