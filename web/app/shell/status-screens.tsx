import {
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import {
  arrive,
  isPartMissing,
  reachServer,
  retryMissingParts,
  subscribeToMissingParts,
} from '../lib/arrive.ts';
import { isGoodbye, useNavigate } from '../lib/pages/links.ts';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { BrandMark } from './header.tsx';

/** While it is being found out what to show. Words come at once for screen readers, to the eye after a moment. */
export function LoadingScreen({ label = 'Loading…' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[60dvh] place-content-center justify-items-center gap-3">
      <BrandMark className="size-8 animate-spin" />
      <p className="text-ink-soft">{label}</p>
    </div>
  );
}

/** A page that has one thing to say and shows the ways on. */
export function MessageScreen({
  eyebrow,
  title,
  children,
  actions,
}: {
  eyebrow: string;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-page content-center gap-6 px-5 py-24 sm:px-8 sm:py-32">
      <p className="font-semibold text-accent">{eyebrow}</p>
      <h1 className="max-w-4xl text-3xl">{title}</h1>
      {children && <div className="max-w-measure text-lg text-ink-soft">{children}</div>}
      <div className="mt-2 flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}

/** Whether a missing module waits for the server. */
export const useIsPartMissing = () =>
  useSyncExternalStore(subscribeToMissingParts, isPartMissing, () => false);

/**
 * Shown over a page while the code of the next one can't be loaded. The next page opens by itself
 * once the server answers; the page below stays as it is, and dismissing this cancels the
 * navigation.
 */
export function OfflineScreen() {
  const location = useLocation();
  const navigate = useNavigate();
  const stay = () => navigate(location, { replace: true, state: location.state, preventScrollReset: true });
  return (
    <dialog
      ref={(dialog) => {
        if (!dialog?.open) dialog?.showModal();
      }}
      aria-label="You’re offline"
      className="m-0 h-dvh max-h-none w-full max-w-none bg-paper text-ink"
      onCancel={stay}
    >
      <MessageScreen
        eyebrow="No connection"
        title="You’re offline."
        actions={
          <>
            <Button onClick={retryMissingParts}>Try again</Button>
            <Button variant="secondary" onClick={stay}>
              Stay here
            </Button>
          </>
        }
      >
        This page opens once you’re connected. What you typed is still there.
      </MessageScreen>
    </dialog>
  );
}

/**
 * Shown when a screen broke. Its links load their page from the server, which discards the broken
 * state in memory, and wait for the server to answer.
 */
export function ErrorScreen({ error }: { error: unknown }) {
  const isOffline = useIsPartMissing();
  const is404 = isRouteErrorResponse(error) && error.status === 404;
  const goHome = (event: MouseEvent) => {
    event.preventDefault();
    void reachServer().then(() => location.assign('/'));
  };
  return (
    <MessageScreen
      eyebrow={is404 ? '404' : 'Something went wrong'}
      title={is404 ? 'There’s nothing at this address.' : 'This page stopped working.'}
      actions={
        <>
          {!is404 && <Button onClick={() => reachServer().then(() => location.reload())}>Try again</Button>}
          <ButtonAnchor href="/" variant="secondary" onClick={goHome}>
            Go Home
          </ButtonAnchor>
        </>
      }
    >
      {isOffline
        ? 'You’re offline. The page opens once you’re connected.'
        : !is404 && 'It’s my fault, not yours. What you’ve saved is safe; trying again usually helps.'}
    </MessageScreen>
  );
}

// Rarely shown, so no page loads it.
const GoodbyeNote = lazy(() => arrive(() => import('./goodbye-note.tsx')));

/** A goodbye over the home page, once, after an account was deleted. */
export function Goodbye() {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [isShown, setIsShown] = useState(false);

  // After hydration, as the HTML is the same for all; and not again after a reload.
  useEffect(() => {
    if (!isGoodbye(state)) return;
    setIsShown(true);
    void navigate('/', { replace: true, state: null });
  }, [state, navigate]);

  if (!isShown || pathname !== '/') return null;
  return (
    <Suspense fallback={null}>
      <GoodbyeNote />
    </Suspense>
  );
}
