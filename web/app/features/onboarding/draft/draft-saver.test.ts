import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SAVE_DELAY_MS } from './draft-saver.ts';
import { DRAFT_ID, DraftTestPage, flushPromises } from './draft-test-page.ts';
import { isUnsent } from './saving-state.ts';

let page: DraftTestPage;
beforeEach(() => {
  vi.useFakeTimers();
  page = new DraftTestPage();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('DraftSaver', () => {
  it('sends when typing stops', async () => {
    const saver = page.open();
    for (const text of ['B', 'By', 'Byr']) {
      page.type(saver, text);
      await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS - 1);
    }
    expect(page.savedNames()).toEqual([]);
    await flushPromises();
    expect(page.savedNames()).toEqual(['Byr']);
    expect(saver.state()).toMatchObject({ id: DRAFT_ID, revision: 1 });
  });

  it('sends immediately when flushed, and nothing twice', async () => {
    const saver = page.open();
    page.type(saver, 'Sample');
    await Promise.all([saver.flush(), saver.flush()]);
    await flushPromises();
    expect(page.savedNames()).toEqual(['Sample']);
  });

  it('sends what was typed during a save', async () => {
    const saver = page.open();
    page.type(saver, 'Sample');
    const first = saver.flush();
    page.type(saver, 'Sample & Co');
    await first;
    expect(isUnsent(saver.state())).toBe(true);
    await flushPromises();
    expect(page.savedNames()).toEqual(['Sample', 'Sample & Co']);
    expect(isUnsent(saver.state())).toBe(false);
  });

  it('finishes a flush once what was typed during a save has also been sent', async () => {
    const saver = page.open();
    page.type(saver, 'Sample');
    void saver.flush();
    page.type(saver, 'Sample & Co');
    await saver.flush();
    expect(page.savedNames()).toEqual(['Sample', 'Sample & Co']);
  });

  it('immediately sends what the page opened with unsent', async () => {
    page.company = 'Sample';
    page.open({ unsent: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(page.savedNames()).toEqual(['Sample']);
  });

  it('sends nothing once stopped', async () => {
    const saver = page.open();
    page.type(saver, 'Sample');
    saver.stop();
    await flushPromises();
    expect(page.savedNames()).toEqual([]);
  });
});

describe('DraftSaver after a failure', () => {
  it('retries later and keeps everything meanwhile', async () => {
    const saver = page.open();
    page.server.trouble = 'unreachable';
    page.type(saver, 'Sample');
    await flushPromises();
    expect(saver.state()).toMatchObject({ trouble: 'unreachable' });
    page.server.trouble = undefined;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.savedNames()).toEqual(['Sample']);
    expect(saver.state().trouble).toBeUndefined();
  });

  it('waits while offline', async () => {
    const saver = page.open();
    page.isOnline = false;
    page.type(saver, 'Sample');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(page.savedNames()).toEqual([]);
    page.isOnline = true;
    await saver.compare();
    expect(page.savedNames()).toEqual(['Sample']);
  });

  it.each(['refused', 'signed-out'] as const)(
    'doesn’t retry what was %s until something changes',
    async (trouble) => {
      const saver = page.open();
      page.server.trouble = trouble;
      page.type(saver, 'Sample');
      await flushPromises();
      page.server.trouble = undefined;
      await vi.advanceTimersByTimeAsync(600_000);
      expect(page.savedNames()).toEqual([]);
      page.type(saver, 'Sample & Co');
      await flushPromises();
      expect(page.savedNames()).toEqual(['Sample & Co']);
    },
  );

  it('reports an answer missing on the server until it changes', async () => {
    const saver = page.open();
    page.server.leavesOut = true;
    page.type(saver, 'Sample');
    await flushPromises();
    expect(saver.state()).toMatchObject({ revision: 1, trouble: 'refused' });
    expect(isUnsent(saver.state())).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(page.server.saves).toHaveLength(1);
    page.server.leavesOut = false;
    page.type(saver, 'Sample & Co');
    await flushPromises();
    expect(saver.state()).toMatchObject({ revision: 2, trouble: undefined });
    expect(isUnsent(saver.state())).toBe(false);
  });

  it('doesn’t mistake its own save for another version when the reply was lost', async () => {
    const saver = page.open();
    page.server.losesReply = true;
    page.type(saver, 'Sample');
    await flushPromises();
    page.server.losesReply = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(saver.state()).toMatchObject({ conflict: undefined, revision: 1 });
    expect(isUnsent(saver.state())).toBe(false);
    page.type(saver, 'Sample & Co');
    await flushPromises();
    expect(page.server.draft?.data.company).toBe('Sample & Co');
  });

  it('continues from its own save when the reply was lost and more was typed', async () => {
    const saver = page.open();
    page.server.losesReply = true;
    page.type(saver, 'Sample');
    await flushPromises();
    page.server.losesReply = false;
    page.type(saver, 'Sample & Co');
    await vi.advanceTimersByTimeAsync(2_000);
    await flushPromises();
    expect(saver.state().conflict).toBeUndefined();
    expect(page.server.draft?.data.company).toBe('Sample & Co');
  });
});

describe('DraftSaver on step 1 without a draft', () => {
  beforeEach(() => {
    page.step = 1;
  });

  it('sends nothing while step 1 is answered, and everything when it is left', async () => {
    const saver = page.open();
    page.type(saver, 'Sample');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(page.savedNames()).toEqual([]);
    page.step = 2;
    saver.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(page.savedNames()).toEqual(['Sample']);
  });

  it('creates no draft when step 1 is left unchanged', async () => {
    const saver = page.open();
    page.step = 2;
    saver.resume();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(page.server.saves).toEqual([]);
  });

  it('sends changes when the page is hidden, and later ones as they are typed', async () => {
    const saver = page.open();
    await saver.flush();
    expect(page.savedNames()).toEqual([]);
    page.type(saver, 'Sample');
    await saver.flush();
    expect(page.savedNames()).toEqual(['Sample']);
    page.type(saver, 'Sample & Co');
    await flushPromises();
    expect(page.savedNames()).toEqual(['Sample', 'Sample & Co']);
  });

  it('asks when another device’s draft appears', async () => {
    const saver = page.open();
    page.type(saver, 'Mine');
    const theirs = page.server.put('Theirs');
    await saver.compare();
    expect(saver.state().conflict).toEqual({ kind: 'changed', theirs });
    expect(page.server.saves).toEqual([]);
  });
});
