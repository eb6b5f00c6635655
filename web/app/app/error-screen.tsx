import { isRouteErrorResponse } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ButtonAnchor } from '../ui/button-link.tsx';
import { MessageScreen } from './message-screen.tsx';

/** A part of the application that the server no longer has, because a newer one was put in its place. */
const isStalePart = (error: unknown) =>
  error instanceof Error && /dynamically imported module|importing a module script/i.test(error.message);

/**
 * What is shown when a screen broke. Its links load their page anew: what is broken in memory is left behind.
 */
export function ErrorScreen({ error }: { error: unknown }) {
  const reload = () => location.reload();
  const home = (
    <ButtonAnchor href="/" variant="secondary">
      Go Home
    </ButtonAnchor>
  );
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <MessageScreen eyebrow="404" title="There is nothing at this address." actions={home} />;
  }
  if (isStalePart(error)) {
    return (
      <MessageScreen
        eyebrow="Something is missing"
        title="This page could not be loaded completely."
        actions={
          <>
            <Button onClick={reload}>Load it again</Button>
            {home}
          </>
        }
      >
        Either the connection broke or a new version was published meanwhile. What you have saved is safe.
      </MessageScreen>
    );
  }
  return (
    <MessageScreen
      eyebrow="Something went wrong"
      title="This page stopped working."
      actions={
        <>
          <Button onClick={reload}>Try again</Button>
          {home}
        </>
      }
    >
      It is our fault, not yours. What you have saved is safe; trying again usually helps.
    </MessageScreen>
  );
}
