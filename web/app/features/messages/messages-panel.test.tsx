import { api } from '@atelier/domain/api.ts';
import type { Message } from '@atelier/domain/messages/schema.ts';
import { Pencil } from 'lucide-react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, signIn, startTestApi } from '../../../test/product.tsx';
import { newKey } from '../../lib/api/query-client.ts';
import { MessagesPanel } from './messages-panel.tsx';

/** Another one for each test: unsent text outlives the screen. */
let projectId: string;
const empty = {
  items: [],
  hasOlder: false,
  unread: 0,
  readUpTo: null,
  answer: null,
  maxFileBytes: 1_000_000,
};
const sent = {
  _id: '0193f5a0-0000-7000-8000-000000000002',
  id: '0193f5a0-0000-7000-8000-000000000002',
  projectId: '0193f5a0-0000-7000-8000-000000000001',
  body: 'Could the logo be larger?',
  authorRole: 'client',
  authorName: 'Ada',
  authorEmail: 'ada@people.example',
  key: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  editedAt: null,
  isDeleted: false,
  changeableSeconds: 0,
  replyTo: null,
  files: [],
  byMail: null,
  folded: null,
} satisfies Message;

signIn();
const product = startTestApi();
const field = () => page.getByRole('textbox', { name: 'Your message' });

function open({ closed }: { closed?: string } = {}) {
  return renderScreen(
    <MessagesPanel
      side="client"
      projectId={projectId}
      placeholder="Ask a question…"
      invitation="Ask a question."
      closed={closed}
      isParticipant
    />,
  );
}

beforeEach(() => {
  projectId = newKey();
  product.api.answer(api.listMessages, empty);
});

describe('MessagesPanel', () => {
  it('sends the message on Enter, and starts a new line on Shift+Enter', async () => {
    product.api.answer(api.sendMessage, { message: sent });
    await open();
    await field().fill('Could the logo');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}be larger?');
    expect(product.api.sent(api.sendMessage)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('');
    await expect
      .poll(() => product.api.sent(api.sendMessage))
      .toEqual([{ body: 'Could the logo\nbe larger?', key: expect.any(String) }]);
  });

  it('sends nothing when only white space was typed', async () => {
    product.api.answer(api.sendMessage, { message: sent });
    await open();
    await field().fill('   ');
    await userEvent.keyboard('{Enter}');
    await field().fill('Words');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => product.api.sent(api.sendMessage)).not.toEqual([]);
    expect(product.api.sent(api.sendMessage)).toEqual([{ body: 'Words', key: expect.any(String) }]);
  });

  it('restores unsent text when the screen opens again', async () => {
    const first = await open();
    await field().fill('Half a thought');
    await first.unmount();
    await open();
    await expect.element(field()).toHaveValue('Half a thought');
  });

  it('keeps a failed message until it is sent again, under the same key', async () => {
    product.api.refuse(api.sendMessage, 503, { code: 'unavailable', message: 'Please try again.' });
    await open();
    await field().fill(sent.body);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toBeVisible();
    product.api.answer(api.sendMessage, { message: sent });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => product.api.sent(api.sendMessage).length).toBe(2);
    const [first, second] = product.api.sent(api.sendMessage);
    expect(second).toEqual(first);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('returns the text of a failed message to the field when its author edits it', async () => {
    await open();
    await field().fill(sent.body);
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect.element(field()).toHaveValue(sent.body);
    await expect.element(field()).toHaveFocus();
  });

  it('has no field when the conversation is closed', async () => {
    await open({ closed: 'This project is archived.' });
    await expect.element(page.getByText('This project is archived.')).toBeVisible();
    await expect.element(field()).not.toBeInTheDocument();
  });

  it('offers to change a message only while its author still can', async () => {
    const own = { ...sent, projectId, changeableSeconds: 1 };
    product.api.answer(api.listMessages, { ...empty, items: [own] });
    await open();
    const more = page.getByRole('button', { name: 'Change the message' });
    await expect.element(more).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Reply to Ada' })).toBeInTheDocument();
    await expect.element(more).not.toBeInTheDocument();
  });

  it('saves an edited message on Enter, and leaves it as it was on Escape', async () => {
    const own = { ...sent, projectId, changeableSeconds: 200 };
    product.api.answer(api.listMessages, { ...empty, items: [own] });
    product.api.answer(api.editMessage, { message: own });
    await open();
    const begin = async () => {
      await page.getByRole('button', { name: 'Change the message' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
    };
    const words = page.getByRole('textbox', { name: 'Change the message' });
    await begin();
    await words.fill('Never mind');
    await userEvent.keyboard('{Escape}');
    await expect.element(words).not.toBeInTheDocument();
    await begin();
    await expect.element(words).toHaveValue(sent.body);
    await words.fill('Could it be larger?');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => product.api.sent(api.editMessage)).toEqual([{ body: 'Could it be larger?' }]);
    await expect.element(words).not.toBeInTheDocument();
  });

  it('sends a reply with the message it answers, and a restored draft keeps it', async () => {
    product.api.answer(api.listMessages, { ...empty, items: [{ ...sent, projectId }] });
    product.api.answer(api.sendMessage, { message: sent });
    const first = await open();
    await page.getByRole('button', { name: 'Reply to Ada' }).click();
    await expect.element(field()).toHaveFocus();
    await first.unmount();
    await open();
    await expect.element(page.getByText('Reply to Ada')).toBeVisible();
    await field().fill('Yes.');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => product.api.sent(api.sendMessage))
      .toEqual([{ body: 'Yes.', key: expect.any(String), replyTo: sent.id }]);
    await expect.element(page.getByText('Reply to Ada')).not.toBeInTheDocument();
  });

  it('shows a deleted message as a line without words or actions', async () => {
    const gone = { ...sent, projectId, body: '', isDeleted: true };
    product.api.answer(api.listMessages, { ...empty, items: [gone] });
    await open();
    await expect.element(page.getByText('Message deleted')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Reply to Ada' })).not.toBeInTheDocument();
  });

  it('offers what else can be done with the other side’s messages, and only with those', async () => {
    const own = {
      ...sent,
      _id: newKey(),
      id: newKey(),
      projectId,
      authorRole: 'owner' as const,
      body: 'Sure.',
    };
    const items = [{ ...sent, projectId }, own];
    product.api.answer(api.listMessagesAsStudio, { ...empty, items });
    const chosen: string[] = [];
    const more = { label: 'Note it', icon: Pencil, onSelect: ({ body }: Message) => void chosen.push(body) };
    await renderScreen(
      <MessagesPanel
        side="studio"
        projectId={projectId}
        placeholder="Type a reply…"
        invitation="Write."
        more={more}
        isParticipant
      />,
    );
    await expect.element(page.getByText('Sure.')).toBeVisible();
    expect(page.getByRole('button', { name: 'More with this message' }).elements()).toHaveLength(1);
    await page.getByRole('button', { name: 'More with this message' }).click();
    await page.getByRole('menuitem', { name: 'Note it' }).click();
    expect(chosen).toEqual([sent.body]);
  });

  it('refuses a sixth file and a file that is too large before it is sent', async () => {
    await open();
    const chooser = page.getByLabelText('Files to attach');
    const small = Array.from({ length: 6 }, (_, at) => new File([''], `${at}.txt`));
    await chooser.upload(small);
    await expect.element(page.getByText(/^A message can have up to 5 files/)).toBeVisible();
    await expect.poll(() => page.getByText(/^This file is empty/).elements().length).toBe(5);
    await page.getByRole('button', { name: 'Remove 0.txt' }).click();
    await chooser.upload(new File([new Uint8Array(1_000_001)], 'large.bin'));
    await expect.element(page.getByText(/^A file can be up to/)).toBeVisible();
  });
});
