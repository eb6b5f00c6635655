import { useState } from 'react';
import { keepText, readText } from '../../../lib/local-store.ts';

/** Where this browser remembers whether the sidebar is narrow: "1" or "0" (specification section 2). */
const SIDEBAR_COLLAPSED_KEY = 'adminSidebarCollapsed';

/** Whether the sidebar is narrow, as it was left the last time, and how to change that. */
export function useSidebarCollapsed(): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setIsCollapsed] = useState(() => readText(SIDEBAR_COLLAPSED_KEY) === '1');
  const toggle = () => {
    keepText(SIDEBAR_COLLAPSED_KEY, isCollapsed ? '0' : '1');
    setIsCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
}
