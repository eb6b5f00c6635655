import { type Brief, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { FormProvider, useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FeaturesQuestion } from './features-question.tsx';

vi.mock('@atelier/content/offer.ts', async (importOriginal) => {
  const offered: readonly FeatureId[] = ['web', 'brand'];
  return {
    ...(await importOriginal<typeof import('@atelier/content/offer.ts')>()),
    featureGroups: [{ name: 'Sites', features: offered }],
    offeredFeatures: offered,
    isOffered: (id: FeatureId) => offered.includes(id),
    featureName: (id: string) => `The ${id}`,
    offersCare: false,
    preselected: [],
  };
});

function Question({ features }: { features: FeatureId[] }) {
  const form = useForm<Brief>({ defaultValues: { ...emptyBrief(), features } });
  return (
    <FormProvider {...form}>
      <FeaturesQuestion />
    </FormProvider>
  );
}

const withdrawn = () => page.getByRole('group', { name: 'No longer offered' });

describe('FeaturesQuestion', () => {
  it('offers what the studio does, without care where there is none', async () => {
    await render(<Question features={[]} />);
    expect(page.getByRole('checkbox').elements()).toHaveLength(2);
    await expect.element(withdrawn()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Add it back' })).not.toBeInTheDocument();
  });

  it('keeps what a brief has from before, to be taken out and put back', async () => {
    await render(<Question features={['web', 'ecom']} />);
    const shop = withdrawn().getByRole('checkbox', { name: 'The ecom' });
    await expect.element(shop).toBeChecked();
    await shop.click();
    await expect.element(shop).not.toBeChecked();
    await shop.click();
    await expect.element(shop).toBeChecked();
  });
});
