import { createContext } from 'react';
import type { EntryContext } from 'react-router';

/** Marks the element that carries the stylesheet of a prerendered page. */
export const STYLES_ID = 'styles';

/**
 * What the document has to know of the page, given by the two entries, so that it is the same on
 * both sides. The browser reads it back from the document itself.
 */
export interface PageContext {
  /** The fallback is where every page starts that isn't prerendered. */
  kind: 'prerendered' | 'fallback' | 'development';
  /** The built stylesheet, which only a prerendered page carries inside. */
  styles: string;
  /** What React Router would start the page from. Only while rendering to HTML. */
  start?: Pick<EntryContext, 'manifest' | 'serverHandoffString'>;
}

export const PageContext = createContext<PageContext>({ kind: 'development', styles: '' });
