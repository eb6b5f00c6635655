/**
 * The note beside testimonials and case studies that they are made up. Empty it once they are yours, and
 * the note is gone from every page.
 */
export const sampleNote =
  'Sample content: this studio, its clients and their figures are made up, to show what these pages can hold.';
