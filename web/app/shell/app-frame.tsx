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
      <div className="mx-auto max-w-page px-5 pt-5 pb-10 sm:px-8 sm:py-14">
        <Outlet />
      </div>
    </SiteFrame>
  );
}
