/** Where a browser reads what it shows of the site as an app of its own. */
export const WEB_MANIFEST = '/site.webmanifest';
