import { api } from '@atelier/domain/api.ts';
import { closeContext, expectInUpperHalf, expectWellMade, PHONE } from '../../harness/page.ts';
import { callAs, submitProject } from '../../harness/seed.ts';
import { linkIn } from '../../harness/smtp-sink.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import {
  ageSessions,
  confirmPassword,
  createAccount,
  newTestUser,
  openAs,
  submitSignIn,
} from '../../harness/users.ts';

const SIZES = [
  ['a desktop', undefined],
  ['a phone', PHONE],
] as const;

for (const [name, size] of SIZES) {
  test(`a replaced main contact follows the mail, signs in and undoes it, on ${name}`, async ({
    page,
    browser,
    product,
    expectConsole,
  }) => {
    // The project is gone for those who are out of it, and the change is nobody else's.
    expectConsole(REFUSED);
    if (size) await page.setViewportSize(size);
    const [ada, bea, cyd] = [newTestUser('ada'), newTestUser('bea'), newTestUser('cyd')];
    const session = await createAccount(product, ada);
    const [beas, cyds] = [await createAccount(product, bea), await createAccount(product, cyd)];
    const { id } = await submitProject(product, session, { company: 'Sample Bakery' });
    const bring = async (by: typeof session, email: string, joining: typeof session) => {
      await callAs(product, by, api.inviteColleague, { params: { id }, body: { email, role: 'decides' } });
      const [invitation] = (await callAs(product, joining, api.listReceivedInvitations)).items;
      await callAs(product, joining, api.joinProject, { params: { id: invitation?.id ?? '' } });
    };
    await bring(session, bea.email, beas);
    const { people } = await callAs(product, session, api.listPeople, { params: { id } });
    const personId = people.find(({ email }) => email === bea.email)?.accountId ?? '';
    // By a copied session, which lets another in and then leaves with the victim's part.
    await callAs(product, session, api.makeContact, { params: { id, personId } });
    await bring(beas, cyd.email, cyds);
    await callAs(product, session, api.leaveProject, { params: { id } });

    const mail = await product.mail.nextMail(ada.email, /no longer the main contact of Sample Bakery/);
    const link = linkIn(mail, '/contact-change/');
    const main = page.getByRole('main');
    await page.goto(link);
    await expect(page).toHaveURL(/\/login$/);
    await submitSignIn(page, ada);
    await expect(page).toHaveURL(link);
    await expect(main.getByText(`Out of the project: ${cyd.username}`)).toBeVisible();
    await expectInUpperHalf(page, main.getByRole('heading', { name: 'Sample Bakery' }));
    await expect(main.getByText(`${bea.username} was in it before`)).toBeVisible();
    await expectWellMade(page);
    // However long the page was open.
    ageSessions(product, 11);
    await main.getByRole('button', { name: 'Undo the change' }).click();
    await confirmPassword(page, ada.password);
    await expect(page.getByText('You’re the main contact again.')).toBeVisible();
    const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    await expect(row(ada.email)).toContainText('Main contact');
    await expect(row(bea.email)).toContainText('Decides');
    await expect(row(cyd.email)).toHaveCount(0);
    await page.goto(link);
    await expect(main.getByText('You undid it.')).toBeVisible();
    await expectWellMade(page);
    await product.mail.nextMail(cyd.email, /no longer in Sample Bakery/);

    // The link is nobody else's.
    const context = await browser.newContext({ baseURL: product.origin, ...(size && { viewport: size }) });
    try {
      const other = await context.newPage();
      await openAs(other, await createAccount(product, newTestUser('stranger')));
      await other.goto(link);
      await expect(other.getByText('This isn’t yours.')).toBeVisible();
      await expect(other.getByText('Sample Bakery')).toHaveCount(0);
      await expectWellMade(other);
    } finally {
      await closeContext(context);
    }
  });
}
