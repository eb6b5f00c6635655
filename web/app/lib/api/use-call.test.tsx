import { api } from '@atelier/domain/api.ts';
import type { EndpointInput } from '@atelier/domain/endpoint.ts';
import type { Note } from '@atelier/domain/notes/schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { renderScreen, signIn, startTestApi } from '../../../test/product.tsx';
import { callApi } from './api-client.ts';
import { useKeyed } from './keyed.ts';
import { type CallEffects, deleteWith, useCall } from './use-call.ts';

const ID = '0193f5a0-0000-7000-8000-00000000000a';
const KEY = '0193f5a0-0000-7000-8000-00000000000b';
const params = { id: ID };

signIn();
const current = startTestApi();

const noteOf = (body: string): Note => ({
  _id: ID,
  id: ID,
  body,
  authorName: 'Ada',
  createdAt: '2026-11-01T09:00:00.000Z',
  editedAt: null,
});

const listNotes = queryOptions({
  queryKey: ['notes'],
  queryFn: async () => (await callApi(api.listNotes, { params })).items,
});

const answerList = (...bodies: string[]) => current.api.answer(api.listNotes, { items: bodies.map(noteOf) });

type NoteEffects = CallEffects<{ note: Note }, EndpointInput<typeof api.addNote>>;

/** A list and a button that adds to it. */
function Notes({ effects }: { effects: NoteEffects }) {
  const { data = [] } = useQuery(listNotes);
  const adding = useCall(api.addNote, effects);
  const add = () => adding.mutate({ params, body: { body: 'new', key: KEY } });
  return (
    <>
      <button type="button" onClick={add} onDoubleClick={add}>
        Add
      </button>
      <p>{data.map(({ body }) => body).join()}</p>
      <p role="status">{adding.error?.message ?? adding.status}</p>
    </>
  );
}

/** Opens the list with one note, which the server changes with the next call. */
async function openNotes(effects: NoteEffects) {
  answerList('before');
  const screen = await renderScreen(<Notes effects={effects} />);
  await expect.element(screen.getByText('before')).toBeVisible();
  answerList('after');
  return {
    list: () => screen.getByRole('paragraph').first(),
    status: () => screen.getByRole('status'),
    press: () => screen.getByRole('button').click(),
    doublePress: () => screen.getByRole('button').dblClick(),
    reads: () => current.api.sent(api.listNotes).length,
  };
}

const answerAdd = (after?: Promise<unknown>) =>
  current.api.answer(api.addNote, { note: noteOf('reply') }, after);
const refuseAdd = () => current.api.refuse(api.addNote, 409, { code: 'conflict', message: 'No.' });

describe('useCall', () => {
  it.each([
    ['a success', answerAdd, 'success'],
    ['a failure', refuseAdd, 'No.'],
  ] as const)('shows %s once what it changed is refetched', async (_, prepare, shown) => {
    const { list, status, press } = await openNotes({ refetch: [['notes']] });
    prepare();
    const arrival = Promise.withResolvers<void>();
    current.api.answer(api.listNotes, { items: [noteOf('after')] }, arrival.promise);
    await press();
    await expect.poll(() => current.api.sent(api.listNotes).length).toBe(2);
    await expect.element(status()).toHaveTextContent('pending');
    arrival.resolve();
    await expect.element(status()).toHaveTextContent(shown);
    await expect.element(list()).toHaveTextContent('after');
  });

  it('takes what to refetch from the input', async () => {
    const { list, press } = await openNotes({
      refetch: (input) => [[input.body.body === 'new' ? 'notes' : 'other']],
    });
    answerAdd();
    await press();
    await expect.element(list()).toHaveTextContent('after');
  });

  it('puts the reply on the screen without a request', async () => {
    const { list, status, press, reads } = await openNotes({
      shows: ({ note }, client) => client.setQueryData(listNotes.queryKey, [note]),
      refetchOnFailure: [['notes']],
    });
    answerAdd();
    await press();
    await expect.element(list()).toHaveTextContent('reply');
    await expect.element(status()).toHaveTextContent('success');
    expect(reads()).toBe(1);
  });

  it.each([
    ['refetches on success after a success', 'success', answerAdd, { refetchOnSuccess: [['notes']] }, 2],
    ['leaves that out after a failure', 'No.', refuseAdd, { refetchOnSuccess: [['notes']] }, 1],
    ['refetches on failure after a failure', 'No.', refuseAdd, { refetchOnFailure: [['notes']] }, 2],
    ['leaves that out after a success', 'success', answerAdd, { refetchOnFailure: [['notes']] }, 1],
  ] as const)('%s', async (_, shown, prepare, effects, count) => {
    const { status, press, reads } = await openNotes(effects);
    prepare();
    await press();
    await expect.element(status()).toHaveTextContent(shown);
    expect(reads()).toBe(count);
  });

  it('sends once when it is pressed again on the way, and again once it is done', async () => {
    const { status, press, doublePress } = await openNotes({});
    const arrival = Promise.withResolvers<void>();
    answerAdd(arrival.promise);
    await doublePress();
    arrival.resolve();
    await expect.element(status()).toHaveTextContent('success');
    expect(current.api.sent(api.addNote)).toEqual([{ body: 'new', key: KEY }]);
    await press();
    await expect.poll(() => current.api.sent(api.addNote).length).toBe(2);
  });

  it('makes any other call too', async () => {
    const names: string[] = [];
    const run = async (name: string) => names.push(name);
    function Other() {
      const other = useCall(run);
      return (
        <button type="button" onClick={() => other.mutate('a')}>
          {other.data ?? 'Run'}
        </button>
      );
    }
    const screen = await renderScreen(<Other />);
    await screen.getByRole('button').click();
    await expect.element(screen.getByRole('button')).toHaveTextContent('1');
    expect(names).toEqual(['a']);
  });
});

describe('deleteWith', () => {
  it('counts what no longer exists as deleted', async () => {
    current.api.refuse(api.deleteNote, 404, { code: 'not_found', message: 'No such note.' });
    await expect(deleteWith(api.deleteNote)({ params })).resolves.toBeUndefined();
  });

  it('fails when the deletion is refused', async () => {
    current.api.refuse(api.deleteNote, 403, { code: 'forbidden', message: 'Not yours.' });
    await expect(deleteWith(api.deleteNote)({ params })).rejects.toThrow('Not yours.');
  });
});

describe('useKeyed', () => {
  it('gives a repeated call the same key until it succeeds, and another call another key', async () => {
    function Keyed() {
      const adding = useCall(useKeyed(api.addNote));
      const add = (body: string) => adding.mutate({ params, body: { body } });
      return (
        <>
          {['one', 'other'].map((body) => (
            <button key={body} type="button" onClick={() => add(body)}>
              {body}
            </button>
          ))}
          <p role="status">{adding.status}</p>
        </>
      );
    }
    const screen = await renderScreen(<Keyed />);
    const press = async (name: string, status: string) => {
      const before = current.api.sent(api.addNote).length;
      await screen.getByRole('button', { name }).click();
      await expect.poll(() => current.api.sent(api.addNote).length).toBe(before + 1);
      await expect.element(screen.getByRole('status')).toHaveTextContent(status);
    };
    refuseAdd();
    await press('one', 'error');
    await press('one', 'error');
    await press('other', 'error');
    answerAdd();
    await press('other', 'success');
    await press('other', 'success');
    const sent = current.api.sent(api.addNote) as { body: string; key: string }[];
    const [first, again, other, arrived, next] = sent.map(({ key }) => key);
    expect(sent.map(({ body }) => body)).toEqual(['one', 'one', 'other', 'other', 'other']);
    expect([again, arrived]).toEqual([first, other]);
    expect(new Set([first, other, next]).size).toBe(3);
  });
});
