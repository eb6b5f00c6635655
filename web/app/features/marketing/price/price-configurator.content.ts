import { featureCopy } from '@atelier/content/features.ts';
import { featureGroups, featureName, offeredFeatures, offersCare } from '@atelier/content/offer.ts';
import { featurePrice, packageOffers } from '@atelier/content/package-offers.ts';
import { prices as priceList } from '@atelier/content/prices.ts';
import { ALWAYS_SUGGESTED, FEATURE_IDS } from '@atelier/domain/onboarding/catalogue.ts';

/* What the configurator shows. Evaluated at build time (paint-first/vite.ts). */

export const prices = priceList;

/** The order in which the wizard's address names features. */
export const order = FEATURE_IDS.filter((id) => offeredFeatures.includes(id));

/** Added to every selection that the wizard opens with (specification section 5); null where it isn't offered. */
export const care = offersCare
  ? {
      id: ALWAYS_SUGGESTED,
      name: featureName(ALWAYS_SUGGESTED),
      price: featurePrice(ALWAYS_SUGGESTED),
    }
  : null;

export const packages = packageOffers.map(({ key, name, sub, price, features, featured }) => ({
  ...{ key, name, sub, price, featured },
  features: features.filter((id) => id !== ALWAYS_SUGGESTED),
}));

/** The features to choose from, in their groups; care stands by itself. */
export const groups = featureGroups
  .map(({ name, features }) => ({
    name,
    features: features
      .filter((id) => id !== ALWAYS_SUGGESTED)
      .map((id) => ({
        id,
        name: featureName(id),
        blurb: featureCopy[id].blurb,
        price: featurePrice(id),
      })),
  }))
  .filter(({ features }) => features.length > 0);
