import type { Config } from '@react-router/dev/config';
import { publicPaths } from './app/route-patterns.ts';
import routes from './app/routes.ts';

export default {
  appDirectory: 'app',
  ssr: false,
  /** Every page inside the public frame becomes an HTML file; all others start from the one fallback page. */
  prerender: () => publicPaths(routes),
} satisfies Config;
