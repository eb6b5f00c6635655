import type { Locator, Page } from '@playwright/test';

/** The studio's list of enquiries. */
export const messages = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });

/** The enquiry that is open beside the list. */
export const openMessage = (page: Page): Locator => page.getByRole('article');
