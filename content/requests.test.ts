import { ALWAYS_SUGGESTED, FEATURE_IDS } from '@atelier/domain/onboarding/catalogue.ts';
import { newRequestSchema } from '@atelier/domain/requests/schema.ts';
import { expect, it } from 'vitest';
import { requestTemplates } from './requests.ts';

it('requestTemplates has one for each feature, except for care', () => {
  const covered = new Set(requestTemplates.flatMap(({ features }) => features));
  expect(FEATURE_IDS.filter((id) => !covered.has(id))).toEqual([ALWAYS_SUGGESTED]);
});

it('requestTemplates has texts that can be sent, under names of their own', () => {
  const key = '0190a000-0000-7000-8000-000000000001';
  for (const { key: template, title, instructions } of requestTemplates) {
    const sent = newRequestSchema.parse({ key, template, title, instructions });
    expect(sent).toMatchObject({ template, title, instructions });
  }
  expect(new Set(requestTemplates.map((each) => each.key)).size).toBe(requestTemplates.length);
});

it('requestTemplates asks for an invitation wherever it asks for access', () => {
  const access = requestTemplates.filter(({ title }) => title.startsWith('Access'));
  expect(access.length).toBeGreaterThan(3);
  for (const { instructions } of access) expect(instructions).toContain('don’t send a password');
});
