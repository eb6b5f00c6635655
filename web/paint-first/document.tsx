import { type ReactNode, Suspense, useContext } from 'react';
import { Links, Meta, Scripts, ScrollRestoration } from 'react-router';
import beforePaint from './browser/before-paint.ts?inline-script';
import { DeferredScripts, type DeferredScriptsProps } from './browser/deferred-scripts.tsx';
import { InlineScript } from './browser/inline-script.tsx';
import { Live } from './browser/live.tsx';
import { PageContext, STYLES_ID } from './browser/page-context.ts';

/** What the site brings to its documents. */
export interface PaintFirstDocumentProps extends DeferredScriptsProps {
  lang: string;
  /** Elements of every page's head. */
  head: ReactNode;
  /** Elements of the fallback page's head. */
  fallbackHead: ReactNode;
  /** The site's own script (`?inline-script`) that runs before the first paint. */
  beforePaint: string;
  /** Addresses of the typefaces that every page is written with. */
  typefaces: readonly string[];
  children: ReactNode;
}

/**
 * The HTML document around every page. A prerendered page carries its stylesheet inside and gets its
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
    // The script in the head writes attributes onto this element before React sees it.
    <html lang={lang} data-page={kind} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
        {kind === 'fallback' && fallbackHead}
        {/* Browsers ask for it before the first paint; the loader writes it after that. */}
        {isPrerendered ? <noscript>{webManifest}</noscript> : webManifest}
        {!isPrerendered &&
          typefaces.map((href) => (
            <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
          ))}
        {/* The script after it asks for the typefaces that it names, where that is due at once. */}
        {isPrerendered && <style id={STYLES_ID}>{styles}</style>}
        <InlineScript code={`${site.beforePaint};${beforePaint}`} />
        {!isPrerendered && <Links />}
        <Meta />
      </head>
      <body>
        {/* Where a browser extension changed the page first, React renders from here and not <html>. */}
        <Suspense>
          {children}
          <Live />
        </Suspense>
        <ScrollRestoration />
        {isPrerendered ? <DeferredScripts {...site} /> : <Scripts />}
      </body>
    </html>
  );
}
