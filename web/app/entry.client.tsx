import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { INLINE_STYLES_ID, InlineStyles } from './app/document/inline-styles.ts';

const styles = document.getElementById(INLINE_STYLES_ID)?.textContent ?? '';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <InlineStyles value={styles}>
        <HydratedRouter />
      </InlineStyles>
    </StrictMode>,
  );
});
