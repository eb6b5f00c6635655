import { useContext } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router';
import utilities from '../../public-utilities.css?url';
import loader from './hydration-loader.ts?inline-script';
import { InlineScript } from './inline-script.tsx';

/** Pages that at first do nothing that the browser would not do without a script: they say something, or wait to be filled in. */
const WAITING =
  /^features\/(marketing\/|contact\/contact$|account\/(sign-in\/login|sign-up\/sign-up|password\/forgot)$)/;
/** Of those, the pages that make nothing of what stands behind the path of their address. */
const TO_READ = /^features\/marketing\//;

/**
 * Stands in for React Router's `<Scripts />` on prerendered pages: nothing is preloaded and nothing runs before
 * the first paint but the hand-over of the page's state; the loader brings the rest when the page is at rest or somebody
 * does something.
 */
export function DeferredScripts() {
  const framework = useContext(FrameworkContext);
  const matches = useMatches();
  if (!framework) throw new Error('DeferredScripts must be rendered inside the router.');
  const { manifest, serverHandoffString, renderMeta } = framework;
  // As <Scripts /> does: the state is only written into the page for a page that says it will read it.
  if (renderMeta) renderMeta.didRenderScripts = true;

  const handOver = serverHandoffString
    ? `window.__reactRouterContext=${serverHandoffString};window.__reactRouterContext.stream=new ReadableStream({start(c){window.__reactRouterContext.streamController=c}}).pipeThrough(new TextEncoderStream());`
    : '';
  const routes = Object.fromEntries(matches.map(({ id }) => [id, partsOf(manifest.routes[id])]));
  return (
    <>
      <InlineScript code={handOver} />
      <InlineScript
        code={loader}
        data-styles={utilities}
        data-entry={manifest.entry.module}
        data-manifest={manifest.url}
        data-first={JSON.stringify(manifest.entry.imports)}
        data-routes={JSON.stringify(routes)}
        data-waits={matches.some(({ id }) => WAITING.test(id)) || undefined}
        data-reads-address={!matches.some(({ id }) => TO_READ.test(id)) || undefined}
      />
    </>
  );
}

type ManifestRoute = NonNullable<
  NonNullable<React.ContextType<typeof FrameworkContext>>['manifest']['routes'][string]
>;

/** The files that together are one route's module. */
function partsOf(route: ManifestRoute | undefined): string[] {
  if (!route) return [];
  const { clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module } =
    route;
  return [
    clientActionModule,
    clientLoaderModule,
    clientMiddlewareModule,
    hydrateFallbackModule,
    module,
  ].filter((file) => file !== undefined);
}
