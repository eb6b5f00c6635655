import { useNavigation } from 'react-router';
import { OnTheWay } from '../ui/on-the-way.tsx';

/** Says that another page is on its way: the browser shows nothing of what a page fetches by itself. */
export function Going() {
  return useNavigation().state === 'idle' ? null : <OnTheWay />;
}
