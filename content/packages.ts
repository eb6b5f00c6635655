import type { PackageKey } from '@atelier/domain/onboarding/catalogue.ts';

export interface PackageCopy {
  /** Its audience, in one sentence. */
  pitch: string;
  /** The label of its button. */
  button: string;
  /** Highlighted in the comparison. */
  featured: boolean;
}

/** The texts of each package. Its features are in the domain; its price follows from the price list. */
export const packageCopy: Record<PackageKey, PackageCopy> = {
  launch: {
    pitch: 'One focused page, live within a week, ready for your first campaign.',
    button: 'Start with Launch',
    featured: false,
  },
  grow: {
    pitch: 'A full website that gets found, measured and improved.',
    button: 'Start with Grow',
    featured: true,
  },
  pro: {
    pitch: 'Site, shop, assistant and automation, built as one.',
    button: 'Start with Pro',
    featured: false,
  },
};
