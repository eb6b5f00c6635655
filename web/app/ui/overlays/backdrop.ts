/** The look of what lies between the page and a window over it. */
export const backdropClass =
  'fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';
