import { featureName } from '@atelier/content/offer.ts';
import { ONBOARDING_STEPS } from '@atelier/domain/onboarding/brief.ts';
import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { ONBOARDING_STORAGE_KEY } from '@atelier/domain/onboarding/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { expect, type Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import type { Product } from './product.ts';
import { saveDraft } from './seed.ts';
import { createAccount, newTestUser, openAs } from './users.ts';

/** Chromium's own note of a request that failed. */
export const FAILED_REQUEST = /Failed to load resource/;

/** The heading of a step, by its number from 1. */
export const stepHeading = (page: Page, step: number) =>
  page.getByRole('heading', { level: 2, name: ONBOARDING_STEPS[step - 1], exact: true });

/** Waits until the wizard shows a step, and its address with it. */
export async function expectStep(page: Page, step: number): Promise<void> {
  await expect(stepHeading(page, step)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`[?&]step=${step}(&|$)`));
}

export const nextButton = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
export const backButton = (page: Page) => page.getByRole('button', { name: 'Back', exact: true });
export const finishButton = (page: Page) => page.getByRole('button', { name: 'Finish & go to Portal' });
export const confirmBox = (page: Page) =>
  page.getByRole('checkbox', { name: 'I confirm these details are accurate for scoping and kickoff.' });
export const company = (page: Page) => page.getByLabel('Company');
export const feature = (page: Page, id: FeatureId) =>
  page.getByRole('checkbox', { name: featureName(id), exact: true });
export const estimate = (page: Page) => page.getByRole('region', { name: 'Running estimate' });

/** The line that shows where the answers are saved. */
export const saveLine = (page: Page) => page.locator('[data-save-status]');

/** Waits until the server has every answer on the page. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(saveLine(page)).toHaveAttribute('data-save-status', 'saved');
}

/** Goes on to the next step. */
export async function goNext(page: Page, step: number): Promise<void> {
  await nextButton(page).click();
  await expectStep(page, step);
}

export async function fillBusiness(
  page: Page,
  contact = 'Ada Sample',
  email = 'ada@sample.example',
): Promise<void> {
  await page.getByLabel('Primary contact').fill(contact);
  await page.getByLabel('Email', { exact: true }).fill(email);
}

export async function fillDiscovery(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Flexible' }).check();
  await page.getByRole('radio', { name: 'Ready to go' }).check();
}

/** Goes from step 1 to the review with the fewest answers. */
export async function goToReview(page: Page): Promise<void> {
  await goNext(page, 2);
  await fillBusiness(page);
  await goNext(page, 3);
  await goNext(page, 4);
  await fillDiscovery(page);
  await goNext(page, 5);
  await goNext(page, 6);
  await goNext(page, 7);
}

/** Confirms and finishes; ends in the portal. */
export async function finish(page: Page): Promise<void> {
  await confirmBox(page).check();
  await finishButton(page).click();
  await page.waitForURL('**/client-portal**');
}

/** A session of a new client, for any number of browsers. */
export async function newClient(product: Product, name = 'client'): Promise<Session> {
  return createAccount(product, newTestUser(name));
}

/** Opens the wizard for a user. */
export async function openWizard(page: Page, session: Session, query = ''): Promise<void> {
  await openAs(page, session);
  await page.goto(`/start${query}`);
  await expect(page.getByRole('navigation', { name: 'Steps of the brief' })).toBeVisible();
}

/** Opens the wizard for a new client at the review of a complete brief. */
export async function openReview(page: Page, product: Product): Promise<Session> {
  const client = await newClient(product);
  await saveDraft(product, client, {}, 7);
  await openWizard(page, client);
  await expectStep(page, 7);
  return client;
}

/** The browser's stored copy of the wizard. */
export async function localCopy(
  page: Page,
): Promise<{ data: Record<string, unknown>; step: number; onboardingId: string | null } | null> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), ONBOARDING_STORAGE_KEY);
  return stored === null ? null : JSON.parse(stored);
}

async function get(product: Product, session: Session, path: string) {
  const reply = await fetch(`${product.origin}/api${path}`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  return reply.json();
}

/** The user's draft, else their newest project, as the server has it. */
export async function onServer(product: Product, session: Session): Promise<Project | null> {
  return (await get(product, session, '/onboarding/me')).onboarding;
}

/** Waits until the user's draft, else their newest project, matches on the server. */
export async function expectOnServer(
  product: Product,
  session: Session,
  project: Record<string, unknown>,
): Promise<void> {
  await expect.poll(() => onServer(product, session)).toMatchObject(project);
}

/** Every project of the user. */
export async function projectsOf(product: Product, session: Session): Promise<Project[]> {
  return (await get(product, session, '/onboarding/list?limit=100')).items;
}
