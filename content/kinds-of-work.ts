/** The subjects of an enquiry on the contact page. A link selects one by its key: /contact?type=fullstack. */
export const kindsOfWork = [
  { key: 'landing', label: 'A landing page' },
  { key: 'fullstack', label: 'A whole website' },
  { key: 'ecommerce', label: 'An online shop' },
  { key: 'ai', label: 'An AI assistant' },
  { key: 'analytics', label: 'Analytics and conversion' },
  { key: 'seo', label: 'Getting found: SEO' },
  { key: 'brand', label: 'Branding' },
  { key: 'care', label: 'Hosting and care' },
  { key: 'call', label: 'A call first' },
] as const;

/** The name of a kind of work; undefined for an unknown key. */
export function kindLabel(key: string): string | undefined {
  return kindsOfWork.find((kind) => kind.key === key)?.label;
}
