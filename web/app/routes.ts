import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes';
import { PUBLIC_FRAME } from '../paint-first/routes.ts';
import { marketingRoutes } from './features/marketing/marketing-routes.ts';
import { page, pageWithin } from './lib/pages/page-routes.ts';

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
    page('contact', 'areas/visitor/contact.tsx'),
    page('call', 'features/bookings/booked-call.tsx'),
    page('decide', 'features/mail-decisions/decide.tsx'),
    page('login', 'features/accounts/sign-in/login.tsx'),
    page('signUp', 'features/accounts/sign-up/sign-up.tsx'),
    page('forgot', 'features/accounts/password/forgot.tsx'),
    // Where the links in mails lead.
    page('confirmation', 'features/accounts/link/callback.tsx'),
    page('emailChange', 'features/accounts/link/email-change.tsx'),
    page('invitation', 'features/accounts/link/invitation.tsx'),
    page('passwordReset', 'features/accounts/password/reset.tsx'),
    page('forbidden', 'shell/forbidden.tsx'),
    route('*', 'shell/not-found.tsx'),
  ]),
  layout('shell/providers.tsx', [
    layout('shell/app-frame.tsx', [
      layout('shell/require-session.tsx', [
        page('profile', 'features/accounts/profile/profile.tsx'),
        page('start', 'features/onboarding/start.tsx'),
        page('contactUndo', 'features/people/contact-undo.tsx'),
        page('portal', 'areas/portal/client-portal.tsx', [
          index('areas/portal/first-project.tsx'),
          pageWithin('portal', 'project', 'areas/portal/project-screen.tsx'),
        ]),
      ]),
    ]),
    layout('shell/require-session.tsx', { id: 'admin-session' }, [
      layout('shell/admin-frame.tsx', [
        page('studio', 'areas/studio/overview/overview.tsx'),
        page('studioProjects', 'areas/studio/projects/projects.tsx'),
        page('acceptedContracts', 'features/contracts/studio/accepted-contracts.tsx'),
        page('studioProject', 'areas/studio/project/project-portal.tsx'),
        page('clientView', 'areas/studio/project/client-view.tsx'),
        page('money', 'areas/studio/money/money.tsx'),
        page('users', 'features/accounts/studio/users.tsx'),
        page('user', 'areas/studio/users/user.tsx'),
        page('audit', 'features/audit/audit.tsx'),
        page('health', 'features/health/health.tsx'),
        page('receivedMails', 'features/mail-in/received-mails.tsx'),
        page('inbox', 'areas/studio/contact/inbox-screen.tsx'),
        page('calls', 'areas/studio/calls/calls.tsx'),
      ]),
    ]),
  ]),
];

export default routes;
