import type { PackageKey } from '@atelier/domain/onboarding/catalogue.ts';

export interface PackageCopy {
  /** Who it is for, in one sentence. */
  pitch: string;
  /** What its button says. */
  button: string;
  /** Drawn forward in the comparison. */
  featured: boolean;
}

/** The words around each package. What is in a package is in the domain; what it costs follows from the prices. */
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
