/** The id of the element that holds the application: React owns what is in it, and nothing else of the document. */
export const APP_ID = 'app';
