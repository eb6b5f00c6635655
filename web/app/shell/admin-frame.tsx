import { clsx } from 'clsx';
import { useEffect } from 'react';
import { Outlet, useMatches } from 'react-router';
import { AdminDrawer, AdminSidebar } from '../areas/studio/layout/admin-navigation.tsx';
import { usePalette } from '../areas/studio/palette/use-palette.tsx';
import type { AdminHandle } from '../lib/pages/admin-handle.ts';
import { Header } from './header.tsx';
import { preloadScreens } from './preload-screens.ts';
import { NavigationProgress, SkipLink, useMainFocus } from './site-frame.tsx';

/** The folders of the back office's screens. */
const STUDIO_SCREENS = [
  'areas/studio/',
  'features/accounts/studio/',
  'features/audit/',
  'features/contracts/studio/',
  'features/enquiries/studio/',
];

/** Around the screens of the admin area: the site's header, and the sidebar (a drawer where there is no room). */
export default function AdminFrame() {
  const main = useMainFocus();
  const { palette, open } = usePalette(main);
  useEffect(() => preloadScreens(STUDIO_SCREENS), []);
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
          <NavigationProgress />
        </main>
      </div>
      {palette}
    </div>
  );
}
