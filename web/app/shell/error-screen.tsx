import type { MouseEvent } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { reachServer } from '../lib/arrive.ts';
import { Button } from '../ui/button.tsx';
import { ButtonAnchor } from '../ui/button-link.tsx';
import { MessageScreen } from './message-screen.tsx';
import { useIsPartMissing } from './offline.tsx';

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
