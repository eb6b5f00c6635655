import { globSync, readFileSync } from 'node:fs';
import { api } from '@atelier/domain/api.ts';
import { enquiryPath, PAGES, projectPath, studioProjectPath } from '@atelier/domain/pages.ts';
import { type ProjectPlace, type ProjectPlaceName, placePath } from '@atelier/domain/projects/places.ts';
import type { Locator, Page } from '@playwright/test';
import { fillProject } from '../../harness/full-project.ts';
import { closeContext, expectInUpperHalf, PHONE } from '../../harness/page.ts';
import { callAs, sendEnquiry } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { openAs } from '../../harness/users.ts';

const WIDTHS = [PHONE, { width: 1440, height: 900 }];

/** What is in sight where a mail's link to a place in a project leads: one line for each of them, or this doesn't compile. */
const LANDINGS: Record<ProjectPlaceName, (page: Page) => Locator> = {
  project: (page) => page.getByRole('tabpanel'),
  contract: (page) => page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first(),
  milestones: (page) => page.getByRole('tabpanel'),
  invoices: (page) => page.getByRole('tabpanel'),
  files: (page) => page.getByRole('tabpanel'),
  messages: (page) => page.getByRole('tabpanel'),
  change_order: (page) => page.getByRole('heading', { name: /Gift vouchers/ }),
  milestone: (page) => page.getByText('Reviewed last', { exact: true }).first(),
  invoice: (page) => page.getByRole('heading', { name: /^Invoice / }).last(),
  request: (page) => page.getByRole('heading', { name: 'Your logo' }),
};

for (const side of ['client', 'studio'] as const) {
  test(`every link of a mail to the ${side} about a project shows its thing in the upper half`, async ({
    product,
    browser,
  }) => {
    test.slow();
    const { id, ids, ...sessions } = await fillProject(product);
    for (const viewport of WIDTHS) {
      const context = await browser.newContext({ baseURL: product.origin, viewport });
      const page = await context.newPage();
      await openAs(page, sessions[side]);
      for (const [what, thing] of Object.entries(LANDINGS)) {
        const subject = ids[what as ProjectPlaceName];
        const place = (subject === undefined ? { what } : { what, id: subject }) as ProjectPlace;
        await page.goto('about:blank');
        await page.goto(placePath(side, id, place));
        await expect(thing(page)).toBeVisible();
        await expect(page.getByText(/^(Loading|Making) .*…$/)).toHaveCount(0);
        await expectInUpperHalf(page, thing(page));
      }
      await closeContext(context);
    }
  });
}

/** The links to whole pages that mails make, as the server's source writes them, and where each leads. */
const PAGE_LINKS: Record<
  string,
  { of: 'client' | 'studio'; path: (ids: { enquiry: string; project: string }) => string }
> = {
  'PAGES.studio': { of: 'studio', path: () => PAGES.studio },
  'PAGES.health': { of: 'studio', path: () => PAGES.health },
  'PAGES.inbox': { of: 'studio', path: () => PAGES.inbox },
  'PAGES.calls': { of: 'studio', path: () => PAGES.calls },
  'PAGES.receivedMails': { of: 'studio', path: () => PAGES.receivedMails },
  'PAGES.acceptedContracts': { of: 'studio', path: () => PAGES.acceptedContracts },
  'enquiryPath(enquiry.id)': { of: 'studio', path: ({ enquiry }) => enquiryPath(enquiry) },
  'studioProjectPath(project.id)': { of: 'studio', path: ({ project }) => studioProjectPath(project) },
  'PAGES.profile': { of: 'client', path: () => PAGES.profile },
  'PAGES.start': { of: 'client', path: () => PAGES.start },
  'PAGES.contact': { of: 'client', path: () => PAGES.contact },
  'PAGES.portal': { of: 'client', path: () => PAGES.portal },
  'portalPath()': { of: 'client', path: () => PAGES.portal },
  'projectPath(project.id)': { of: 'client', path: ({ project }) => projectPath(project) },
};

test('the links of mails to whole pages are those that are followed here', () => {
  const root = new URL('../../../server/src/', import.meta.url);
  const made = globSync('**/*.mails.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(/publicUrl\}\$\{([^}]+)\}/g)].map(
      ([, link]) => link,
    ),
  );
  // These lead to one of them, by what the mail is about.
  const chosen = ['thing.pathOf(waiting)', 'enquiry_id ? enquiryPath(enquiry_id) : PAGES.calls'];
  // contact-undo.spec.ts follows it.
  chosen.push('contactUndoPath(right.undoId)');
  expect([...new Set(made)].filter((link) => !chosen.includes(link ?? '')).sort()).toEqual(
    Object.keys(PAGE_LINKS).sort(),
  );
});

test('every link of a mail to a whole page shows in the upper half what it is about', async ({
  product,
  browser,
}) => {
  test.slow();
  const { id: project, client, studio } = await fillProject(product);
  await sendEnquiry(product, { name: 'Vera of the mail' });
  const { items } = await callAs(product, studio, api.listEnquiries);
  const enquiry = items.find(({ name }) => name === 'Vera of the mail')?._id ?? '';
  for (const viewport of WIDTHS) {
    for (const [of, session] of Object.entries({ client, studio })) {
      const context = await browser.newContext({ baseURL: product.origin, viewport });
      const page = await context.newPage();
      await openAs(page, session);
      for (const [name, link] of Object.entries(PAGE_LINKS).filter(([, each]) => each.of === of)) {
        await page.goto(link.path({ enquiry, project }));
        const title = name.startsWith('enquiryPath')
          ? page.getByRole('heading', { name: 'Vera of the mail' })
          : name === 'projectPath(project.id)'
            ? page.getByRole('tablist')
            : page.getByRole('heading', { level: 1 });
        await expectInUpperHalf(page, title);
      }
      await closeContext(context);
    }
  }
});
