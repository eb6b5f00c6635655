import { Dialog as Base } from '@base-ui/react/dialog';
import { PanelLeft, Search, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../../../ui/icon-button.tsx';
import { backdropClass } from '../../../ui/overlays/dialog.tsx';
import { adminLinks, isInPlace } from './admin-links.ts';
import { AdminNav } from './admin-nav.tsx';

/** Where there is no room for the sidebar: a bar that says where one is, and the links in a drawer. */
export function AdminDrawer({ onSearch }: { onSearch: () => void }) {
  const { key, pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const place = adminLinks.find((link) => isInPlace(link, pathname));
  return (
    // Open only at the history entry where it was opened: following any link closes it.
    <Base.Root open={openAt === key} onOpenChange={(isOpen) => setOpenAt(isOpen ? key : undefined)}>
      <div className="sticky top-18 z-20 flex items-center justify-between border-b border-rule bg-paper px-5 sm:px-8 lg:hidden print:hidden">
        <Base.Trigger className="-ml-2 flex min-h-12 items-center gap-2.5 rounded-md px-2 font-medium">
          <PanelLeft aria-hidden="true" className="size-5 text-ink-soft" />
          <span className="sr-only">Admin menu, now at </span>
          {place?.label ?? 'Admin'}
        </Base.Trigger>
        <IconButton label="Go to…" className="-mr-2" onClick={onSearch}>
          <Search aria-hidden="true" />
        </IconButton>
      </div>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto bg-paper px-4 py-4 text-ink shadow-floating transition-transform duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="flex items-center justify-between pl-3">
            <Base.Title className="font-display text-lg font-semibold">Admin</Base.Title>
            <Base.Close render={<IconButton label="Close admin menu" />}>
              <X aria-hidden="true" />
            </Base.Close>
          </div>
          <AdminNav />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
