import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { PageContext, STYLES_ID } from './document.tsx';

/** Hydrates the document. The whole browser entry. */
export function hydrate(): void {
  const page = {
    kind: document.documentElement.dataset.page as PageContext['kind'],
    styles: document.getElementById(STYLES_ID)?.textContent ?? '',
  };
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageContext value={page}>
          <HydratedRouter />
        </PageContext>
      </StrictMode>,
    );
  });
}
