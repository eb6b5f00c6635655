import { clsx } from 'clsx';
import { useEffect } from 'react';
import { Outlet, useMatches } from 'react-router';
import type { AdminHandle } from '../features/admin/admin-handle.ts';
import { AdminDrawer } from '../features/admin/layout/admin-drawer.tsx';
import { AdminSidebar } from '../features/admin/layout/admin-sidebar.tsx';
import { usePalette } from '../features/admin/palette/use-palette.tsx';
import { preloadScreens } from '../lib/preload-screens.ts';
import { Going } from './going.tsx';
import { Header } from './header.tsx';
import { useMainFocus } from './site-frame.tsx';
import { SkipLink } from './skip-link.tsx';

/** Around the screens of the admin area: the site's header, and the sidebar (a drawer where there is no room). */
export default function AdminFrame() {
  const main = useMainFocus();
  const { palette, open } = usePalette(main);
  useEffect(() => preloadScreens(['features/admin/']), []);
  const isFullWidth = useMatches().some((match) => (match.handle as AdminHandle | undefined)?.isFullWidth);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header isFullWidth />
      <AdminDrawer onSearch={open} />
      <div className="flex flex-1">
        <AdminSidebar onSearch={open} />
        <main id="main" ref={main} tabIndex={-1} className="min-w-0 flex-1 px-5 py-8 sm:px-8 sm:py-10">
          {/* From the sidebar on, like the screens that fill the window: going between them, titles keep their place. */}
          <div className={clsx(!isFullWidth && 'max-w-page')}>
            <Outlet />
          </div>
          <Going />
        </main>
      </div>
      {palette}
    </div>
  );
}
