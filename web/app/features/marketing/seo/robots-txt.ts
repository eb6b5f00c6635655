/**
 * What robots may fetch: all pages. The signed-in areas are not listed here, because their pages say `noindex`, which only
 * a robot that may fetch them can read.
 */
export function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /auth/v1/\n\nSitemap: ${origin}/sitemap.xml\n`;
}
