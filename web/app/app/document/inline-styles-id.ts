/** Marks the element that carries the stylesheet of a prerendered page. */
export const INLINE_STYLES_ID = 'styles';
