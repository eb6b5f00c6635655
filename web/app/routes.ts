import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes';
import { PUBLIC_FRAME } from './route-patterns.ts';

/**
 * Every address of the application. Pages inside the public frame are written to HTML at build time and
 * must render the same on both sides (no `style` attributes, nothing read from the browser while
 * rendering); all others start from the fallback page and render in the browser only.
 */
const routes: RouteConfigEntry[] = [
  layout('app/public-frame.tsx', { id: PUBLIC_FRAME }, [
    index('features/marketing/home.tsx'),
    route('forbidden', 'app/forbidden.tsx'),
    route('*', 'app/not-found.tsx'),
  ]),
];

export default routes;
