import { useContext } from 'react';
import { type EntryContext, useMatches } from 'react-router';
import type { PublicPageHandle } from '../handle.ts';
import { InlineScript } from './inline-script.tsx';
import loader from './loader.ts?inline-script';
import { PageContext } from './page-context.ts';

export interface DeferredScriptsProps {
  /** Address of the stylesheet that arrives with the scripts: the classes that they may add. */
  lateStyles: string;
  /** Address of the web manifest. */
  webManifest: string;
}

/**
 * Stands in for React Router's `<Scripts />` on prerendered pages: nothing is preloaded, and nothing
 * runs before the first paint but the hand-over of the page's state. The loader brings the rest.
 */
export function DeferredScripts(props: DeferredScriptsProps) {
  // The browser finds both in the document and leaves them alone.
  return import.meta.env.SSR ? (
    <WrittenScripts {...props} />
  ) : (
    <>
      <InlineScript code="" />
      <InlineScript code="" />
    </>
  );
}

function WrittenScripts({ lateStyles, webManifest }: DeferredScriptsProps) {
  const { start } = useContext(PageContext);
  const matches = useMatches();
  if (!start) throw new Error('A prerendered page has nothing to start from.');
  const { manifest, serverHandoffString } = start;
  const handle = matches.map((match) => match.handle).findLast(isPublicPageHandle);
  if (!handle) {
    const pattern = matches.at(-1)?.id;
    throw new Error(
      `${pattern} doesn't export a handle that says how it comes alive (paint-first/handle.ts)`,
    );
  }
  const routes = Object.fromEntries(matches.map(({ id }) => [id, modulesOf(manifest.routes[id])]));
  return (
    <>
      <InlineScript
        code={`window.__reactRouterContext=${serverHandoffString};window.__reactRouterContext.stream=new ReadableStream({start(c){window.__reactRouterContext.streamController=c}}).pipeThrough(new TextEncoderStream());`}
      />
      <InlineScript
        code={loader}
        data-late-styles={lateStyles}
        data-web-manifest={webManifest}
        data-entry={manifest.entry.module}
        data-manifest={manifest.url}
        data-libraries={JSON.stringify(manifest.entry.imports)}
        data-routes={JSON.stringify(routes)}
        data-comes-alive={handle.comesAlive}
        data-restores={handle.restores}
      />
    </>
  );
}

const isPublicPageHandle = (handle: unknown): handle is PublicPageHandle =>
  typeof handle === 'object' && handle !== null && 'comesAlive' in handle;

/** The files that together are one route's module. */
function modulesOf(route: EntryContext['manifest']['routes'][string] | undefined): string[] {
  if (!route) return [];
  return [
    route.clientActionModule,
    route.clientLoaderModule,
    route.clientMiddlewareModule,
    route.hydrateFallbackModule,
    route.module,
  ].filter((file) => file !== undefined);
}
