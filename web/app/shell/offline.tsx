import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { askAgain, isPartMissing, subscribeToMissingParts } from '../lib/arrive.ts';
import { useNavigate } from '../lib/links.ts';
import { Button } from '../ui/button.tsx';
import { MessageScreen } from './message-screen.tsx';

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
            <Button onClick={askAgain}>Try again</Button>
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
