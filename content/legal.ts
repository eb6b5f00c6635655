/** The day on which the privacy page or the terms last changed: change it with them. */
export const legalChanged = '2026-11-22';
