import { createContext } from 'react';

/**
 * The built stylesheet as text: given by the server entry from the built file and by the browser entry
 * from the page itself, so that the document is the same on both sides. Empty while developing, where Vite
 * brings the styles.
 */
export const InlineStyles = createContext('');
