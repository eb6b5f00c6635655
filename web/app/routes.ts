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
  layout('app/public-frame.tsx', { id: PUBLIC_FRAME }, [
    index('features/marketing/home/home.tsx'),
    ...marketingRoutes,
    route('contact', 'features/contact/contact.tsx'),
    route('login', 'features/account/sign-in/login.tsx'),
    route('sign-up', 'features/account/sign-up/sign-up.tsx'),
    route('forgot', 'features/account/password/forgot.tsx'),
    // Where the links in mails lead.
    route('auth/callback', 'features/account/link/callback.tsx'),
    route('auth/email-change', 'features/account/link/email-change.tsx'),
    route('auth/invite', 'features/account/invitation/invitation.tsx'),
    route('auth/reset', 'features/account/password/reset.tsx'),
    route('forbidden', 'app/forbidden.tsx'),
    route('*', 'app/not-found.tsx'),
  ]),
  layout('app/providers.tsx', [
    layout('app/app-frame.tsx', [
      ...gallery,
      layout('app/require-session.tsx', [
        route('profile', 'features/account/profile/profile.tsx'),
        route('start', 'features/onboarding/start.tsx'),
        route('client-portal', 'features/portal/client-portal.tsx', [
          index('features/portal/first-project.tsx'),
          route(':projectId', 'features/portal/project-screen.tsx'),
        ]),
      ]),
    ]),
    layout('app/require-session.tsx', { id: 'admin-session' }, [
      layout('app/require-admin.tsx', [
        layout('app/admin-frame.tsx', [
          route('admin', 'features/admin/overview/overview.tsx'),
          route('admin/projects', 'features/admin/projects/projects.tsx'),
          route('admin/contracts', 'features/admin/contracts/accepted-contracts.tsx'),
          route('admin/portal/:id', 'features/admin/portal/project-portal.tsx'),
          route('admin/portal/:id/as-client', 'features/admin/portal/client-view.tsx'),
          route('admin/users', 'features/admin/users/users.tsx'),
          route('admin/users/:id', 'features/admin/users/user.tsx'),
          route('admin/audit', 'features/admin/audit/audit.tsx'),
          route('admin/contact', 'features/admin/contact/inbox.tsx'),
        ]),
      ]),
    ]),
  ]),
];

export default routes;
