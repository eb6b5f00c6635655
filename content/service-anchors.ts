/**
 * The sections of the services page by their anchors, with what menus call them; other sites link to these anchors. Apart
 * from the sections themselves, because the foot of every page has them.
 */
export const serviceAnchors = {
  landing: 'Landing pages',
  'web-hosting': 'Websites & hosting',
  ecommerce: 'E-commerce',
  ai: 'AI assistants',
  analytics: 'Analytics & conversion',
  seo: 'SEO',
} as const;

export type ServiceAnchor = keyof typeof serviceAnchors;
