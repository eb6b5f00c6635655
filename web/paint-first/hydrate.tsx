import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { APP_ID } from './app-id.ts';
import { keepControls } from './browser/early-input.ts';

/**
 * Resolves when the router has read the page's state, which is a stream: until then its component throws a promise, and
 * would end a synchronous hydration.
 */
async function untilRouterIsReady(): Promise<void> {
  try {
    HydratedRouter({});
  } catch (reading) {
    await reading;
  }
}

/** Hydrates the application. The whole browser entry. */
export async function hydrate(): Promise<void> {
  await untilRouterIsReady();
  const app = document.getElementById(APP_ID);
  if (!app) return;
  const focused = document.activeElement;
  const hasForeignChanges = window.undoForeignChanges?.() ?? false;
  // An element that moves loses it.
  if (focused instanceof HTMLElement && focused !== document.activeElement)
    focused.focus({ preventScroll: true });
  keepControls(app);
  const painted = [...app.childNodes];
  const start = () => {
    hydrateRoot(
      app,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      {
        onUncaughtError(error) {
          reportError(error);
          if (document.documentElement.dataset.live !== undefined) return;
          // Without React it still can be read, and its links work.
          window.earlyInput?.stop();
          app.replaceChildren(...painted);
        },
      },
    );
  };
  // In one piece, before the others can react; React would otherwise pause in between.
  if (hasForeignChanges) flushSync(start);
  else startTransition(start);
}
