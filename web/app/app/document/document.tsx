import { type ReactNode, Suspense, useContext } from 'react';
import {
  UNSAFE_FrameworkContext as FrameworkContext,
  Links,
  Meta,
  Scripts,
  ScrollRestoration,
} from 'react-router';
import appStyles from '../../app.css?url';
import { browserColors } from '../../lib/browser-colors.ts';
import displayFont from '../../ui/fonts/bricolage-grotesque.woff2?url';
import textFont from '../../ui/fonts/instrument-sans.woff2?url';
import beforePaint from './before-paint.ts?inline-script';
import { DeferredScripts } from './deferred-scripts.tsx';
import { ICON } from './icon.ts';
import { InlineScript } from './inline-script.tsx';
import { InlineStyles } from './inline-styles.ts';
import { INLINE_STYLES_ID } from './inline-styles-id.ts';
import { Live } from './live.tsx';
import { WEB_MANIFEST } from './web-manifest-address.ts';

/**
 * The HTML document around every page. A prerendered page carries its stylesheet inside and its scripts after
 * the paint; the fallback page (and every page while developing) has React Router's own links and scripts.
 */
export function Document({ children }: { children: ReactNode }) {
  const styles = useContext(InlineStyles);
  const isFallback = useContext(FrameworkContext)?.isSpaMode ?? false;
  const isPrerendered = import.meta.env.PROD && !isFallback;

  return (
    // The script in the head writes the theme and the header's variant onto this element before React sees it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={browserColors.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={browserColors.dark} />
        {/* Where the fallback page starts from is behind a sign-in. */}
        {isFallback && <meta name="robots" content="noindex" />}
        <link rel="icon" sizes="48x48" href="/favicon.ico" />
        <link rel="icon" type="image/svg+xml" href={ICON} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {isPrerendered ? (
          // Browsers ask for it before the first paint; the loader writes it after that.
          <noscript>
            <WebManifest />
          </noscript>
        ) : (
          <WebManifest />
        )}
        {!isPrerendered && <FontPreloads />}
        {/* The script after it asks for the typefaces that it names, where that is due at once. */}
        {isPrerendered && <style id={INLINE_STYLES_ID}>{styles}</style>}
        <InlineScript code={beforePaint} />
        {!isPrerendered && <Links />}
        {/* Every screen that starts from there needs it; the providers put it in place. */}
        {isFallback && <link rel="preload" as="style" href={appStyles} />}
        <Meta />
      </head>
      <body>
        {/* What a browser extension changed before React came is then rendered anew from here on, not from <html>. */}
        <Suspense>
          {children}
          <Live />
        </Suspense>
        <ScrollRestoration />
        {isPrerendered ? <DeferredScripts /> : <Scripts />}
      </body>
    </html>
  );
}

function WebManifest() {
  return <link rel="manifest" href={WEB_MANIFEST} />;
}

function FontPreloads() {
  return [textFont, displayFont].map((href) => (
    <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
  ));
}
