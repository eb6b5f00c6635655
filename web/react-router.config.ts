import type { Config } from '@react-router/dev/config';
import routes from './app/routes.ts';
import { paintFirstPreset } from './paint-first/preset.ts';
import { siteOrigin } from './vite/site-files.ts';

export default {
  appDirectory: 'app',
  presets: [paintFirstPreset({ routes, origin: siteOrigin })],
} satisfies Config;
