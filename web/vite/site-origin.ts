import { studio } from '@atelier/content/studio.ts';

/**
 * Where the built site will be found, for what needs whole addresses: canonical links, shared links, the feed and
 * the list of pages. `PUBLIC_URL` of the build, else the studio's own address; without a slash at its end. A server that is
 * found elsewhere puts its own address in place of it.
 */
export const siteOrigin = new URL(process.env.PUBLIC_URL || studio.url).origin;
