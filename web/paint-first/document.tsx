import { createContext, type ReactNode, useContext } from 'react';
import { type EntryContext, Links, Meta, Scripts, ScrollRestoration, useMatches } from 'react-router';
import { APP_ID } from './app-id.ts';
import beforePaint from './browser/before-paint.ts?inline-script';
import loader from './browser/loader.ts?inline-script';
import type { PublicPageHandle } from './handle.ts';
import { Live } from './live-document.tsx';

/** A script inside the document. */
function InlineScript({ code, ...data }: { code: string; [data: `data-${string}`]: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own built code, fixed at build time and allowed by its hash
  return <script {...data} dangerouslySetInnerHTML={{ __html: code }} />;
}

/** What the document has to know of the page. */
export interface PageContext {
  /** The fallback is where every page starts that isn't prerendered. */
  kind: 'prerendered' | 'fallback' | 'development';
  /** The built stylesheet, which only a prerendered page carries inside. */
  styles: string;
  /** The files of the screens that start from the fallback page, as JSON. */
  screens?: string;
  /** React Router's initial state for the page. Not in development. */
  start?: Pick<EntryContext, 'manifest' | 'serverHandoffString'>;
}

export const PageContext = createContext<PageContext>({ kind: 'development', styles: '' });

/** The site's own parts of each document. */
interface PaintFirstDocumentProps extends DeferredScriptsProps {
  lang: string;
  /** Elements of every page's head. */
  head: ReactNode;
  /** Elements of the fallback page's head. */
  fallbackHead: ReactNode;
  /** The site's own script (`?inline-script`) that runs before the first paint. */
  beforePaint: string;
  /** The site's script that runs first on the fallback page, with the files of its screens in `data-screens`. */
  earlyStart: string;
  /** Addresses of the typefaces that every page is written with. */
  typefaces: readonly string[];
  children: ReactNode;
}

/**
 * The HTML document around every page, while it is rendered to HTML; the browser's part of it is in live-document.tsx. A prerendered page carries its stylesheet inside and gets its
 * scripts after the paint. The fallback page, and every page in development, has React Router's own
 * links and scripts.
 */
export function PaintFirstDocument({
  lang,
  head,
  fallbackHead,
  typefaces,
  children,
  ...site
}: PaintFirstDocumentProps) {
  const { kind, styles } = useContext(PageContext);
  const isPrerendered = kind === 'prerendered';
  const webManifest = <link rel="manifest" href={site.webManifest} />;
  return (
    <html lang={lang} data-page={kind}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
        {kind === 'fallback' && <EarlyStart code={site.earlyStart} />}
        {kind === 'fallback' && fallbackHead}
        {/* Browsers ask for it before the first paint; the loader writes it after that. */}
        {isPrerendered ? <noscript>{webManifest}</noscript> : webManifest}
        {/* The script after it requests these typefaces if they are due now. */}
        {isPrerendered && <style id="styles">{styles}</style>}
        <InlineScript
          code={`${site.beforePaint};${beforePaint}`}
          data-typefaces={isPrerendered ? undefined : JSON.stringify(typefaces)}
        />
        {!isPrerendered && <Links />}
        <Meta />
      </head>
      <body>
        <div id={APP_ID}>
          {children}
          <Live />
        </div>
        <ScrollRestoration />
        {isPrerendered ? <DeferredScripts {...site} /> : <Scripts />}
      </body>
    </html>
  );
}

/** The script in the fallback page that requests what its screen needs, before the router knows of it. */
function EarlyStart({ code }: { code: string }) {
  const { screens } = useContext(PageContext);
  return <InlineScript code={code} data-screens={screens} />;
}

interface DeferredScriptsProps {
  /** Address of the stylesheet that arrives with the scripts: the classes that they may add. */
  lateStyles: string;
  /** Address of the web manifest. */
  webManifest: string;
}

/**
 * Stands in for React Router's `<Scripts />` on prerendered pages: nothing is preloaded, and nothing
 * runs before the first paint but the hand-over of the page's state. The loader brings the rest.
 */
function DeferredScripts({ lateStyles, webManifest }: DeferredScriptsProps) {
  const { start } = useContext(PageContext);
  const matches = useMatches();
  if (!start) throw new Error('A prerendered page has nothing to start from.');
  const { manifest, serverHandoffString } = start;
  const handle = matches.map((match) => match.handle).findLast(isPublicPageHandle);
  if (!handle) {
    throw new Error(
      `${matches.at(-1)?.id} doesn't export a handle that says how it comes alive (paint-first/handle.ts)`,
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
