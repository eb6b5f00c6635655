/**
 * The sections of the services page by their anchors, with their menu labels; other sites link to these
 * anchors. Separate from the sections, because the footer of every page needs them.
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
