import { useSyncExternalStore } from 'react';
import { createKeptStore } from '../../../lib/account-store.ts';
import { SIDEBAR_COLLAPSED_KEY } from '../../../lib/storage-keys.ts';

const collapsed = createKeptStore({
  scope: 'device',
  key: SIDEBAR_COLLAPSED_KEY,
  parse: (text) => text === '1',
  print: (isCollapsed) => (isCollapsed ? '1' : '0'),
});

/** Whether the sidebar is narrow, as it was left the last time, and how to change that. */
export function useSidebarCollapsed(): [isCollapsed: boolean, toggle: () => void] {
  const isCollapsed = useSyncExternalStore(collapsed.subscribe, collapsed.get);
  return [isCollapsed, () => collapsed.keep(!isCollapsed)];
}
