import svg from '../../public/favicon.svg?raw';

/**
 * The icon of the site's tabs as an address that is fetched from nowhere: as a file it was asked for once the page had loaded,
 * on some visits before the first paint, and simulated as waited for (LCP of /about 0.90 or 1.05 s). In the browser it is read
 * from the page, so that its scripts do not bring it a second time.
 */
export const ICON = import.meta.env.SSR
  ? `data:image/svg+xml,${svg.trim().replaceAll(/[%#<>" ]/g, encodeURIComponent)}`
  : (document.querySelector('link[type="image/svg+xml"]')?.getAttribute('href') ?? undefined);
