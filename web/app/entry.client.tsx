import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { InlineStyles } from './app/document/inline-styles.ts';
import { INLINE_STYLES_ID } from './app/document/inline-styles-id.ts';

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
