import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { preloadScreens } from './preload-screens.ts';
import { SiteFrame } from './site-frame.tsx';

/** Around the screens of the client's area: header and footer as on the site, and the page's margins. */
export default function AppFrame() {
  useEffect(
    () => preloadScreens(['areas/portal/', 'features/onboarding/', 'features/accounts/profile/']),
    [],
  );
  return (
    <SiteFrame>
      {/* As high as what the header leaves of the window: the footer stays below it and moves nowhere while data arrives. */}
      <div className="mx-auto min-h-[calc(100dvh-4.5rem-1px)] max-w-page px-5 pt-5 pb-10 sm:px-8 sm:py-14">
        <Outlet />
      </div>
    </SiteFrame>
  );
}
