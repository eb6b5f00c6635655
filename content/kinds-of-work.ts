import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';

interface KindOfWork {
  key: string;
  label: string;
  /** The features that a brief begins with when its client asked for this. */
  features: readonly FeatureId[];
}

/** The subjects of an enquiry on the contact page. A link selects one by its key: /contact?type=fullstack. */
export const kindsOfWork = [
  { key: 'landing', label: 'A landing page', features: ['lp'] },
  { key: 'fullstack', label: 'A whole website', features: ['web'] },
  { key: 'ecommerce', label: 'An online shop', features: ['web', 'ecom'] },
  { key: 'ai', label: 'An AI assistant', features: ['ai'] },
  { key: 'analytics', label: 'Analytics and conversion', features: ['ga4', 'boost'] },
  { key: 'seo', label: 'Getting found: SEO', features: ['seo'] },
  { key: 'brand', label: 'Branding', features: ['brand'] },
  { key: 'care', label: 'Hosting and care', features: ['host', 'support'] },
  { key: 'call', label: 'A call first', features: [] },
] as const satisfies readonly KindOfWork[];

/** The name of a kind of work; undefined for an unknown key. */
export function kindLabel(key: string): string | undefined {
  return kindsOfWork.find((kind) => kind.key === key)?.label;
}
