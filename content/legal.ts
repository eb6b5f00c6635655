/** The day the privacy page or the terms last changed: update it with them. */
export const legalChanged = '2026-11-26';
