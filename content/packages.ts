import { cataloguePackage, type FeatureId } from '@atelier/domain/onboarding/catalogue.ts';

export interface Package {
  key: string;
  name: string;
  /** What it is, above its name. */
  sub: string;
  /** Those that `offer.ts` leaves out drop out of it. */
  features: readonly FeatureId[];
  /** Its audience, in one sentence. */
  pitch: string;
  /** The label of its button. */
  button: string;
  /** Highlighted in the comparison. */
  featured: boolean;
}

/**
 * The packages, cheapest first; delete one to stop offering it. Name, sub and features are the catalogue's: to change them,
 * write your own on a line after it, such as `features: ['lp', 'forms'],`. A package of your own needs them all, and a key.
 * Prices follow from the price list.
 */
export const packages = [
  {
    ...cataloguePackage('launch'),
    pitch: 'One focused page with brand, forms, search and measuring around it, live within a week.',
    button: 'Start with Launch',
    featured: false,
  },
  {
    ...cataloguePackage('grow'),
    pitch: 'A full website that gets found, measured and improved.',
    button: 'Start with Grow',
    featured: true,
  },
  {
    ...cataloguePackage('pro'),
    pitch: 'Site, shop, assistant and automation, built as one.',
    button: 'Start with Pro',
    featured: false,
  },
] as const satisfies readonly Package[];

export type PackageKey = (typeof packages)[number]['key'];
