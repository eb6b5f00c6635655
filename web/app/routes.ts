import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes';
import { marketingRoutes } from './features/marketing/marketing-routes.ts';
import { PUBLIC_FRAME } from './route-patterns.ts';

/** All components of ui/ on one page; not built into the product. */
const gallery = process.env.NODE_ENV === 'development' ? [route('gallery', '../gallery/gallery.tsx')] : [];

/**
 * Every address of the application.
 *
 * Pages inside the public frame are written to HTML at build time and must render the same on both sides: no
 * `style` attributes, nothing read from the browser while rendering, no TanStack Query. All others start from the fallback
 * page, render in the browser only and have the providers around them.
 */
const routes: RouteConfigEntry[] = [
  layout('shell/public-frame.tsx', { id: PUBLIC_FRAME }, [
    index('features/marketing/home/home.tsx'),
    ...marketingRoutes,
    route('contact', 'features/enquiries/contact.tsx'),
    route('login', 'features/accounts/sign-in/login.tsx'),
    route('sign-up', 'features/accounts/sign-up/sign-up.tsx'),
    route('forgot', 'features/accounts/password/forgot.tsx'),
    // Where the links in mails lead.
    route('auth/callback', 'features/accounts/link/callback.tsx'),
    route('auth/email-change', 'features/accounts/link/email-change.tsx'),
    route('auth/invite', 'features/accounts/invitation/invitation.tsx'),
    route('auth/reset', 'features/accounts/password/reset.tsx'),
    route('forbidden', 'shell/forbidden.tsx'),
    route('*', 'shell/not-found.tsx'),
  ]),
  layout('shell/providers.tsx', [
    layout('shell/app-frame.tsx', [
      ...gallery,
      layout('shell/require-session.tsx', [
        route('profile', 'features/accounts/profile/profile.tsx'),
        route('start', 'features/onboarding/start.tsx'),
        route('client-portal', 'areas/portal/client-portal.tsx', [
          index('areas/portal/first-project.tsx'),
          route(':projectId', 'areas/portal/project-screen.tsx'),
        ]),
      ]),
    ]),
    layout('shell/require-session.tsx', { id: 'admin-session' }, [
      layout('shell/require-admin.tsx', [
        layout('shell/admin-frame.tsx', [
          route('admin', 'areas/studio/overview/overview.tsx'),
          route('admin/projects', 'areas/studio/projects/projects.tsx'),
          route('admin/contracts', 'features/contracts/acceptances/accepted-contracts.tsx'),
          route('admin/portal/:id', 'areas/studio/project/project-portal.tsx'),
          route('admin/portal/:id/as-client', 'areas/studio/project/client-view.tsx'),
          route('admin/users', 'features/accounts/studio/users.tsx'),
          route('admin/users/:id', 'areas/studio/users/user.tsx'),
          route('admin/audit', 'features/audit/audit.tsx'),
          route('admin/contact', 'features/enquiries/studio/inbox.tsx'),
        ]),
      ]),
    ]),
  ]),
];

export default routes;
