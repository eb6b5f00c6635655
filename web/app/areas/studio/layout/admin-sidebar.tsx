import { clsx } from 'clsx';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { PaletteButton } from '../palette/palette-button.tsx';
import { AdminNav } from './admin-nav.tsx';
import { useSidebarCollapsed } from './sidebar-collapsed.ts';

/** The admin area's sidebar on wide screens: wide or narrow, as this browser was left. */
export function AdminSidebar({ onSearch }: { onSearch: () => void }) {
  const [isCollapsed, toggle] = useSidebarCollapsed();
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  const label = isCollapsed ? 'Expand sidebar' : 'Collapse sidebar';
  return (
    <aside
      aria-label="Admin area"
      className={clsx(
        'sticky top-18 hidden h-[calc(100dvh-4.5rem)] shrink-0 flex-col justify-between gap-4 overflow-y-auto border-r border-rule py-6 transition-[width] lg:flex print:hidden',
        isCollapsed ? 'w-16 px-2' : 'w-64 px-4',
      )}
    >
      <div className="grid grid-cols-1 gap-4">
        <PaletteButton isNarrow={isCollapsed} onOpen={onSearch} />
        <AdminNav isNarrow={isCollapsed} />
      </div>
      <button
        type="button"
        aria-expanded={!isCollapsed}
        aria-label={label}
        title={label}
        onClick={toggle}
        className={clsx(
          'flex min-h-11 items-center gap-3 rounded-md text-sm text-ink-soft hover:bg-neutral-soft hover:text-ink',
          isCollapsed ? 'justify-center' : 'px-3',
        )}
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {!isCollapsed && 'Collapse'}
      </button>
    </aside>
  );
}
