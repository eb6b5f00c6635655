/** What this browser keeps for the whole application, by its key in local storage. */
export const THEME_KEY = 'atelier:theme';
export const HINT_KEY = 'atelier:hint';
