import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes';
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
    index('features/marketing/home.tsx'),
    route('forbidden', 'app/forbidden.tsx'),
    route('*', 'app/not-found.tsx'),
  ]),
  layout('app/providers.tsx', [
    layout('app/app-frame.tsx', [
      ...gallery,
      // Landing pages of links in mails come here.
      layout('app/require-session.tsx', [
        // The client's screens come here.
      ]),
    ]),
    layout('app/require-session.tsx', { id: 'admin-session' }, [
      layout('app/require-admin.tsx', [
        // The admin's frame with its screens comes here.
      ]),
    ]),
  ]),
];

export default routes;
