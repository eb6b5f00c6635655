import { beginPlan, row, sendForReview } from '../../harness/plan.ts';
import { expect, test } from '../../harness/test.ts';

test('the undo of a status survives switching tabs and opening Edit', async ({ page, browser, product }) => {
  const { studioPage, openStudio, finish } = await beginPlan({ page, browser, product }, ['Design']);
  await studioPage.clock.install();
  await openStudio();
  const undo = row(studioPage, 'Design').getByRole('button', { name: 'Undo: Design' });
  const tab = (name: string) => studioPage.getByRole('tab', { name }).click();

  await sendForReview(studioPage, 'Design');
  await expect(undo).toBeVisible();
  await tab('Overview');
  await tab('Milestones');
  await expect(undo).toBeVisible();
  await row(studioPage, 'Design').getByRole('button', { name: 'Edit Design' }).click();
  const edit = studioPage.getByRole('form', { name: 'Edit Design' });
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await undo.click();
  await expect(studioPage.getByText('Undone: “Design” is pending again.')).toBeVisible();

  // The undo returns with its remaining time, and not at all once that is over.
  await sendForReview(studioPage, 'Design');
  await expect(undo).toBeVisible();
  await tab('Overview');
  await studioPage.clock.fastForward(10_000);
  await tab('Milestones');
  await expect(row(studioPage, 'Design')).toContainText('In review');
  await expect(undo).toBeHidden();
  await finish();
});
