import type { ReactNode } from 'react';
import { PaintFirstDocument } from '../../paint-first/document.tsx';
import displayFont from '../../paint-first/fonts/display.woff2?url';
import textFont from '../../paint-first/fonts/text.woff2?url';
import { LiveDocument } from '../../paint-first/live-document.tsx';
import svg from '../../public/favicon.svg?raw';
import appStyles from '../app.css?url';
import { browserColors } from '../lib/pages/page-meta.ts';
import publicUtilities from '../public-utilities.css?url';
import beforePaint from './before-paint.ts?inline-script';
import earlyStart from './early-start.ts?inline-script';

/**
 * The tab's icon as a data address: browsers requested the file once the page had loaded, on some visits
 * before the first paint, and Lighthouse counted it as waited for (LCP of /about 0.90 or 1.05 s).
 */
const ICON = `data:image/svg+xml,${svg.trim().replaceAll(/[%#<>" ]/g, encodeURIComponent)}`;

/** The HTML document around every page. */
function WrittenDocument({ children }: { children: ReactNode }) {
  return (
    <PaintFirstDocument
      lang="en"
      beforePaint={beforePaint}
      earlyStart={earlyStart}
      lateStyles={publicUtilities}
      typefaces={[textFont, displayFont]}
      webManifest="/site.webmanifest"
      head={
        <>
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" media="(prefers-color-scheme: light)" content={browserColors.light} />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content={browserColors.dark} />
          <link rel="icon" sizes="48x48" href="/favicon.ico" />
          <link rel="icon" type="image/svg+xml" href={ICON} />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        </>
      }
      fallbackHead={
        <>
          {/* What starts from here is behind a sign-in. */}
          <meta name="robots" content="noindex" />
          {/* Every screen that starts here needs it; the providers put it in place. */}
          <link rel="preload" as="style" href={appStyles} />
        </>
      }
    >
      {children}
    </PaintFirstDocument>
  );
}

/** The browser finds the document written and has only the application in it. */
export const Document = import.meta.env.SSR ? WrittenDocument : LiveDocument;
