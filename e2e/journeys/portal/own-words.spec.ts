import { api } from '@atelier/domain/api.ts';
import { PROJECT_TABS } from '@atelier/domain/project-parts.ts';
import type { Page } from '@playwright/test';
import { fillProject } from '../../harness/full-project.ts';
import { writeMessage } from '../../harness/messages.ts';
import { closeContext, expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import { callAs, sendEnquiry, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { openAs } from '../../harness/users.ts';

/** A word that nothing of ours contains. Documents refuse Hebrew and Arabic, so it is what decides the direction that is looked at. */
const MARK = 'Qxwords';

/** Texts with the mark that would be laid out as if they were English. */
const misread = (page: Page) =>
  page.evaluate((mark) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const goesByItsText = (element: Element) => {
      const { unicodeBidi, direction } = getComputedStyle(element);
      return unicodeBidi === 'plaintext' || direction === 'rtl' || element.matches('[dir="auto"], bdi');
    };
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (
        !text.textContent?.includes(mark) ||
        !parent?.checkVisibility() ||
        parent.closest('option, script, .sr-only')
      )
        continue;
      let element: Element | null = parent;
      while (element && getComputedStyle(element).display.startsWith('inline') && !goesByItsText(element)) {
        element = element.parentElement;
      }
      if (element && !goesByItsText(element))
        found.push(`<${element.localName} class="${element.className}"> ${text.textContent}`);
    }
    return found;
  }, MARK);

test('words of people are laid out by the direction of their letters, and none makes a screen wider', async ({
  product,
  browser,
}) => {
  test.slow();
  const long = 'w'.repeat(120);
  const { id, client, studio } = await fillProject(product, (words) => `${MARK} ${words}`);
  await writeMessage(product, client, id, `${MARK} ${long}`);
  await writeMessage(product, client, id, `${MARK} ${'ל'.repeat(120)}`);
  await sendEnquiry(product, { name: `${MARK} Vera`, message: `${MARK} ${long}` });
  await callAs(product, client, api.updateProfile, { body: { username: 'w'.repeat(32) } });
  for (const letter of ['w', 'ל']) await submitProject(product, client, { company: letter.repeat(100) });
  const screens = {
    client: ['/client-portal', ...PROJECT_TABS.map((tab) => `/client-portal/${id}?tab=${tab}`)],
    studio: [
      ...['/admin', '/admin/projects', '/admin/money', '/admin/contact', '/admin/audit', '/admin/contracts'],
      ...PROJECT_TABS.map((tab) => `/admin/portal/${id}?tab=${tab}`),
    ],
  };
  const found: string[] = [];
  for (const [side, session] of Object.entries({ client, studio })) {
    const context = await browser.newContext({ baseURL: product.origin, viewport: PHONE });
    const page = await context.newPage();
    await openAs(page, session);
    for (const path of screens[side as keyof typeof screens]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByText(/^(Loading|Making) .*…$/)).toHaveCount(0);
      found.push(...(await misread(page)).map((line) => `${path.replace(id, ':id')} ${line}`));
      await expectNoSidewaysScroll(page);
    }
    await closeContext(context);
  }
  expect([...new Set(found)]).toEqual([]);
});
