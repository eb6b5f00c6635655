import { api } from '@atelier/domain/api.ts';
import type { ClientRequest, ClientRequests } from '@atelier/domain/requests/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { project } from '../../../../test/contracts.ts';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { answeredRequest, answerOf, logoFile, openRequest } from '../../../../test/requests.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { changeUnsent } from '../../../lib/storage/unsent-store.ts';
import ClientRequestsCard from './client-requests.tsx';

signIn();
const product = startTestApi();
const listed = (items: ClientRequest[], unsent: ClientRequests['unsent'] = []): ClientRequests => ({
  items,
  unsent,
  maxFileBytes: 1_000_000,
});
const show = (...items: ClientRequest[]) => product.api.answer(api.listRequests, listed(items));
const open = (shown = project) => renderScreen(<ClientRequestsCard project={shown} milestones={[]} />);
const row = () => page.getByRole('listitem', { name: 'Your logo' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const words = () => page.getByRole('textbox', { name: 'Your answer' });

beforeEach(() => {
  show(openRequest);
  changeUnsent(`request:${openRequest.id}`, () => ({ text: '', outgoing: [] }));
});

describe('ClientRequestsCard', () => {
  it('shows nothing where nothing was asked for', async () => {
    show();
    await open();
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    await expect.element(page.getByText('What I need from you')).not.toBeInTheDocument();
  });

  it('says that something is done without a window, once per press and request', async () => {
    await open();
    await expect.element(row().getByText('An SVG if you have one.')).toBeVisible();
    await expect.element(row().getByText('To bring')).toBeVisible();
    const done = { ...openRequest, status: 'answered' as const, revision: 2, answers: [answerOf('Ada', '')] };
    product.api.answer(api.answerRequest, listed([done]));
    await button(/^It’s done/).click();
    await expect.element(row().getByText('It’s done.')).toBeVisible();
    const [sent] = product.api.sent(api.answerRequest);
    expect(sent).toMatchObject({ revision: 1, key: expect.stringMatching(/^[\da-f-]{36}$/) });
    await expect.element(button(/^Add something/)).toBeVisible();
  });

  it('sends words and uploaded files, and asks for one of them', async () => {
    product.api.answer(
      api.listRequests,
      listed([openRequest], [{ requestId: openRequest.id, file: logoFile }]),
    );
    await open();
    await button(/^Answer/).click();
    await expect.element(page.getByText('Never send passwords', { exact: false })).toBeVisible();
    await expect.element(page.getByText('logo.pdf')).toBeVisible();
    await words().fill(' Here it is. ');
    product.api.answer(api.answerRequest, listed([answeredRequest]));
    await button('Send').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(product.api.sent(api.answerRequest)).toMatchObject([
      { body: 'Here it is.', files: [logoFile.id], revision: 1 },
    ]);
    await expect.element(row().getByRole('link', { name: /logo\.pdf/ })).toBeVisible();
  });

  it('refuses an empty answer in the window', async () => {
    await open();
    await button(/^Answer/).click();
    await button('Send').click();
    await expect.element(page.getByText('Write something, or add a file.')).toBeVisible();
    expect(product.api.sent(api.answerRequest)).toEqual([]);
  });

  it('keeps the words of one whom a colleague was faster than, and sends them as an addition', async () => {
    await open();
    await button(/^Answer/).click();
    await words().fill('Mine');
    product.api.refuse(api.answerRequest, 409, {
      code: 'conflict',
      message: 'Bea has answered this meanwhile.',
    });
    show(answeredRequest);
    await button('Send').click();
    await expect.element(page.getByText('Bea has answered this meanwhile.')).toBeVisible();
    await expect.element(words()).toHaveValue('Mine');
    await expect.element(page.getByRole('dialog').getByText('Here it is.')).toBeVisible();
    product.api.answer(api.answerRequest, listed([{ ...answeredRequest, revision: 3 }]));
    await button('Send as an addition').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const sent = product.api.sent(api.answerRequest) as { revision: number; key: string }[];
    expect(sent.map(({ revision }) => revision)).toEqual([1, 2]);
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  it('keeps what is typed while an answer is on its way, for an addition', async () => {
    await open();
    await button(/^Answer/).click();
    await words().fill('Here it is.');
    const arrival = Promise.withResolvers<void>();
    const sentAlready = listed([{ ...answeredRequest, revision: 2 }]);
    product.api.answer(api.answerRequest, sentAlready, arrival.promise);
    await button('Send').click();
    await expect.element(button('Sending…')).toBeVisible();
    await words().fill('Here it is. And the fonts');
    arrival.resolve();
    await expect.element(button('Send as an addition')).toBeVisible();
    await expect.element(words()).toHaveValue('Here it is. And the fonts');
    await expect.element(page.getByRole('dialog').getByText('Here it is.', { exact: true })).toBeVisible();
  });

  it('keeps the words on the screen when the request is withdrawn', async () => {
    await open();
    await button(/^Answer/).click();
    await words().fill('Mine');
    product.api.refuse(api.answerRequest, 409, {
      code: 'conflict',
      message: 'The studio has withdrawn this request.',
    });
    show();
    await button('Send').click();
    await expect.element(page.getByText(/This is no longer needed/)).toBeVisible();
    await expect.element(words()).toHaveValue('Mine');
  });

  it('folds what is done, and offers nothing in an archived project', async () => {
    show({ ...answeredRequest, status: 'accepted' }, openRequest);
    await open({ ...project, status: 'archived' });
    await expect.element(page.getByText('Done (1)')).toBeVisible();
    await expect.element(button(/^Answer/)).not.toBeInTheDocument();
  });
});
