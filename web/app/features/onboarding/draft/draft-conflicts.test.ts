import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { briefMark } from './brief-differences.ts';
import { DRAFT_ID, DraftTestPage, flushPromises } from './draft-test-page.ts';

let page: DraftTestPage;
beforeEach(() => {
  vi.useFakeTimers();
  page = new DraftTestPage();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a page reloaded during a save', () => {
  /** Opens the page with “Sample &” unanswered and “& Co” typed since. */
  function reopen() {
    const { revision } = page.server.put('Sample');
    const saver = page.open({
      id: DRAFT_ID,
      revision,
      unsent: true,
      unanswered: [briefMark({ ...emptyBrief(), company: 'Sample &' })],
    });
    page.company = 'Sample & Co';
    return saver;
  }

  it('continues from that save when it arrives late', async () => {
    const saver = reopen();
    page.server.put('Sample &');
    await flushPromises();
    expect(saver.state().conflict).toBeUndefined();
    expect(page.server.draft?.data.company).toBe('Sample & Co');
    expect(saver.state().unanswered).toEqual([]);
  });

  it('asks when the server has something other than that save', async () => {
    const saver = reopen();
    page.server.put('Theirs');
    await flushPromises();
    expect(saver.state().conflict).toMatchObject({ kind: 'changed' });
    expect(page.server.draft?.data.company).toBe('Theirs');
  });
});

describe('two open pages', () => {
  it('ask instead of overwriting, and send nothing until the client has chosen', async () => {
    const saver = page.open();
    const theirs = page.server.put('Theirs');
    page.type(saver, 'Mine');
    await flushPromises();
    expect(saver.state().conflict).toEqual({ kind: 'changed', theirs });
    page.type(saver, 'Mine too');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(page.server.draft?.data.company).toBe('Theirs');
  });

  it('overwrite the newer answers when the client keeps their own', async () => {
    const saver = page.open();
    page.server.put('Theirs');
    page.type(saver, 'Mine');
    await flushPromises();
    await saver.keepMine();
    expect(page.server.draft?.data.company).toBe('Mine');
    expect(saver.state()).toMatchObject({ conflict: undefined, revision: 2 });
  });

  it('continue from the newer answers when the client takes them', async () => {
    const saver = page.open();
    const theirs = page.server.put('Theirs');
    page.type(saver, 'Mine');
    await flushPromises();
    saver.adopt(theirs);
    page.type(saver, 'Theirs, and more');
    await flushPromises();
    expect(page.server.draft?.data.company).toBe('Theirs, and more');
  });

  it.each(['deleted', 'submitted'] as const)('notice that the draft was %s', async (kind) => {
    const { revision } = page.server.put('Mine');
    const saver = page.open({ id: DRAFT_ID, revision });
    if (kind === 'deleted') page.server.draft = null;
    else page.server.put('Mine', { status: 'submitted' });
    page.type(saver, 'Mine, changed');
    await flushPromises();
    expect(saver.state().conflict).toMatchObject({ kind });
  });

  it('show a newer draft when nothing is unsent', async () => {
    const { revision } = page.server.put('First');
    const saver = page.open({ id: DRAFT_ID, revision });
    page.server.put('Second');
    await saver.compare();
    expect(page.company).toBe('Second');
    expect(saver.state()).toMatchObject({ revision: 2, conflict: undefined });
  });

  it('don’t replace what is typed during a check', async () => {
    const { revision } = page.server.put('First');
    const saver = page.open({ id: DRAFT_ID, revision });
    page.server.put('Second');
    const looking = saver.compare();
    page.type(saver, 'Mine');
    await looking;
    expect(page.company).toBe('Mine');
    await flushPromises();
    expect(saver.state().conflict).toMatchObject({ kind: 'changed' });
  });
});

describe('a page opened without a reply from the server', () => {
  const opened = { isChecked: false };

  it.each([1, 2])('retries until it has one, then opens its draft if untouched (step %i)', async (at) => {
    page.step = at;
    page.server.trouble = 'unreachable';
    const saver = page.open(opened);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.reopened).toEqual([]);
    page.server.trouble = undefined;
    const draft = page.server.put('Theirs');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.reopened).toEqual([draft]);
    expect([page.company, page.server.saves]).toEqual(['', []]);
    saver.stop();
  });

  it('opens the draft once, even when it retried before the first reply', async () => {
    const saver = page.open(opened);
    const draft = page.server.put('Theirs');
    await Promise.all([saver.compare(), saver.compare()]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([page.reopened, page.company]).toEqual([[draft], '']);
  });

  it('stops retrying once the server has replied that there is no draft', async () => {
    const saver = page.open(opened);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saver.state()).toMatchObject({ isChecked: true, conflict: undefined });
    const find = vi.spyOn(page.server, 'draft', 'get');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(find).not.toHaveBeenCalled();
  });

  it.each([1, 2])('asks when something was typed meanwhile, and overwrites nothing (step %i)', async (at) => {
    page.step = at;
    page.server.trouble = 'unreachable';
    const saver = page.open(opened);
    page.type(saver, 'Mine');
    await vi.advanceTimersByTimeAsync(10_000);
    page.server.trouble = undefined;
    const theirs = page.server.put('Theirs');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saver.state().conflict).toEqual({ kind: 'changed', theirs });
    expect([page.company, page.server.draft?.data.company, page.reopened]).toEqual(['Mine', 'Theirs', []]);
    await saver.keepMine();
    expect(page.server.draft?.data.company).toBe('Mine');
  });
});
