import { type ContextType, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import {
  UNSAFE_FrameworkContext as FrameworkContext,
  Meta,
  useLocation,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';
import { APP_ID } from './app-id.ts';
import { replayEarlyInput } from './browser/early-input.ts';

/**
 * What React has of the document in the browser: the application, in its element, and what it puts into the head by itself,
 * such as the title. The rest is the HTML's, so that nothing others do to it, and no error, takes the document down.
 */
export function LiveDocument({ children }: { children: ReactNode }) {
  return (
    // As many siblings as the written document has (document.tsx): React makes its ids of their numbers.
    <>
      {null}
      <>
        <>
          {children}
          <Live />
        </>
        <ScrollPositions />
        <PageMeta />
      </>
    </>
  );
}

/** `<ScrollRestoration />` without its script, which only the HTML has. */
function ScrollPositions() {
  useScrollRestoration();
  return null;
}

/** `<Meta />`, which keeps the fallback page's own title until a `<Scripts />` is alive; only the HTML has that one. */
function PageMeta() {
  const framework = useContext(FrameworkContext) as ContextType<typeof FrameworkContext> & object;
  return (
    <FrameworkContext value={{ ...framework, isSpaMode: false }}>
      <Meta />
    </FrameworkContext>
  );
}

/** The last element of the application: when its effect runs, everything before it is alive. Marks <html data-live>. */
export function Live() {
  useEffect(() => {
    replayEarlyInput(document.getElementById(APP_ID) ?? document);
    const { dataset } = document.documentElement;
    delete dataset.arriving;
    delete dataset.led;
    dataset.live = '';
  }, []);
  const { pathname } = useLocation();
  const start = useRef(pathname);
  useLayoutEffect(() => {
    // Another page stands elsewhere anyway: it is set in the typefaces, if this one could not be.
    if (pathname !== start.current) delete document.documentElement.dataset.typefaces;
  }, [pathname]);
  return null;
}
