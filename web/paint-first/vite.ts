import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Plugin } from 'vite';
import { buildTimeContent } from './build/build-time-content.ts';
import { frameChunk } from './build/frame-chunk.ts';
import { inlineScripts } from './build/inline-scripts.ts';
import { publicModules } from './build/public-modules.ts';
import { publicStyles } from './build/public-styles.ts';
import { routeModules } from './build/route-modules.ts';

export interface PaintFirstOptions {
  routes: readonly RouteConfigEntry[];
  appFolder: string;
  /** Stylesheets below `appFolder` that have the classes of the public pages only. */
  sheets: readonly string[];
  /** Files below `appFolder` that public pages have without importing them: a compiler adds them. */
  alsoPublic: readonly string[];
  /** Modules that are run during the build, so that the browser gets their plain values only. */
  buildTimeContent: RegExp;
  /** The module below `appFolder` that loads route modules in place of React Router's own. */
  routeModuleLoader: string;
}

/** Everything that the build does for public pages. Stands before Tailwind's plug-in. */
export function paintFirst(options: PaintFirstOptions): Plugin[] {
  const { routes, appFolder } = options;
  const modules = publicModules(routes, appFolder, options.alsoPublic);
  const routeModuleLoader = join(appFolder, options.routeModuleLoader);
  return [
    publicStyles({ modules, appFolder, sheets: options.sheets.map((sheet) => join(appFolder, sheet)) }),
    routeModules(routeModuleLoader),
    inlineScripts(),
    buildTimeContent(options.buildTimeContent),
    frameChunk({ routes, appFolder, modules, routeModuleLoader }),
  ];
}
