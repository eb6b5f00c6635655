import { type Brief, emptyBrief } from '@atelier/domain/onboarding.ts';
import type { Project } from '@atelier/domain/projects.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { briefMark } from './brief-differences.ts';
import { createDraftSaver, SAVE_DELAY_MS, type SaveFailure } from './draft-saver.ts';
import { isUnsent, type OpenedDraft } from './saving-state.ts';

const ID = '0198a1b2-0000-7000-8000-00000000000a';

class Refusal extends Error {
  readonly failure: SaveFailure;
  constructor(failure: SaveFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** A server with one person's draft and the rule of its revision, which can be told to misbehave. */
class DraftServer {
  draft: Project | null = null;
  saves: Brief[] = [];
  trouble: SaveFailure | undefined;
  losesReply = false;
  leavesOut = false;

  put(company: string, change: Partial<Project> = {}): Project {
    this.draft = {
      _id: ID,
      id: ID,
      userId: ID,
      email: '',
      status: 'draft',
      step: 1,
      revision: (this.draft?.revision ?? 0) + 1,
      createdAt: '',
      updatedAt: '2030-01-01T00:00:00.000Z',
      submittedAt: null,
      data: { ...emptyBrief(), company },
      final: null,
      estimate: null,
      ...change,
    };
    return this.draft;
  }

  async save(page: { brief: Brief; revision: number }) {
    if (this.trouble) throw new Refusal(this.trouble);
    const current = this.draft?.status === 'draft' ? this.draft.revision : 0;
    if (page.revision !== current) throw new Refusal('conflict');
    this.saves.push(page.brief);
    const saved = this.put(page.brief.company);
    if (this.losesReply) throw new Refusal('unreachable');
    return { project: saved, isWhole: !this.leavesOut };
  }
}

let server: DraftServer;
let company: string;
let isOnline: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  server = new DraftServer();
  company = '';
  isOnline = true;
});
afterEach(() => {
  vi.useRealTimers();
});

function openPage(opened: Partial<OpenedDraft> = {}) {
  const saver = createDraftSaver(
    {
      id: undefined,
      revision: 0,
      unsent: false,
      unanswered: [],
      savedAt: undefined,
      conflict: undefined,
      ...opened,
    },
    {
      read: () => ({ brief: { ...emptyBrief(), company }, step: 2 }),
      save: (page) => server.save(page),
      find: async () => {
        if (server.trouble) throw new Refusal(server.trouble);
        return server.draft;
      },
      failureOf: (error) => (error instanceof Refusal ? error.failure : 'unreachable'),
      show: (draft) => {
        company = draft.data.company;
      },
      changed: () => {},
      isOnline: () => isOnline,
    },
  );
  saver.resume();
  return saver;
}

function type(saver: ReturnType<typeof openPage>, text: string) {
  company = text;
  saver.edit();
}

const settle = () => vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
const savedNames = () => server.saves.map((brief) => brief.company);

describe('saving', () => {
  it('sends once typing has stopped', async () => {
    const saver = openPage();
    for (const text of ['B', 'By', 'Byr']) {
      type(saver, text);
      await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS - 1);
    }
    expect(savedNames()).toEqual([]);
    await settle();
    expect(savedNames()).toEqual(['Byr']);
    expect(saver.state()).toMatchObject({ id: ID, revision: 1 });
  });

  it('sends at once when told to, and nothing twice', async () => {
    const saver = openPage();
    type(saver, 'Sample');
    await Promise.all([saver.flush(), saver.flush()]);
    await settle();
    expect(savedNames()).toEqual(['Sample']);
  });

  it('sends what was typed while a save was under way', async () => {
    const saver = openPage();
    type(saver, 'Sample');
    const first = saver.flush();
    type(saver, 'Sample & Co');
    await first;
    expect(isUnsent(saver.state())).toBe(true);
    await settle();
    expect(savedNames()).toEqual(['Sample', 'Sample & Co']);
    expect(isUnsent(saver.state())).toBe(false);
  });

  it('is done flushing when what was typed during a save has been sent as well', async () => {
    const saver = openPage();
    type(saver, 'Sample');
    void saver.flush();
    type(saver, 'Sample & Co');
    await saver.flush();
    expect(savedNames()).toEqual(['Sample', 'Sample & Co']);
  });

  it('sends at once what the page was opened with unsent', async () => {
    company = 'Sample';
    openPage({ unsent: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(savedNames()).toEqual(['Sample']);
  });

  it('sends nothing by itself after it was stopped', async () => {
    const saver = openPage();
    type(saver, 'Sample');
    saver.stop();
    await settle();
    expect(savedNames()).toEqual([]);
  });
});

describe('failures', () => {
  it('tries again later, and keeps everything meanwhile', async () => {
    const saver = openPage();
    server.trouble = 'unreachable';
    type(saver, 'Sample');
    await settle();
    expect(saver.state()).toMatchObject({ trouble: 'unreachable' });
    server.trouble = undefined;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(savedNames()).toEqual(['Sample']);
    expect(saver.state().trouble).toBeUndefined();
  });

  it('waits for the network while there is none', async () => {
    const saver = openPage();
    isOnline = false;
    type(saver, 'Sample');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(savedNames()).toEqual([]);
    isOnline = true;
    await saver.compare();
    expect(savedNames()).toEqual(['Sample']);
  });

  it.each(['refused', 'signed-out'] as const)(
    'does not repeat what was %s until something changes',
    async (trouble) => {
      const saver = openPage();
      server.trouble = trouble;
      type(saver, 'Sample');
      await settle();
      server.trouble = undefined;
      await vi.advanceTimersByTimeAsync(600_000);
      expect(savedNames()).toEqual([]);
      type(saver, 'Sample & Co');
      await settle();
      expect(savedNames()).toEqual(['Sample & Co']);
    },
  );

  it('says that an answer is missing on the server until it changes', async () => {
    const saver = openPage();
    server.leavesOut = true;
    type(saver, 'Sample');
    await settle();
    expect(saver.state()).toMatchObject({ revision: 1, trouble: 'refused' });
    expect(isUnsent(saver.state())).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.saves).toHaveLength(1);
    server.leavesOut = false;
    type(saver, 'Sample & Co');
    await settle();
    expect(saver.state()).toMatchObject({ revision: 2, trouble: undefined });
    expect(isUnsent(saver.state())).toBe(false);
  });

  it('does not take its own save for another version when the reply was lost', async () => {
    const saver = openPage();
    server.losesReply = true;
    type(saver, 'Sample');
    await settle();
    server.losesReply = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(saver.state()).toMatchObject({ conflict: undefined, revision: 1 });
    expect(isUnsent(saver.state())).toBe(false);
    type(saver, 'Sample & Co');
    await settle();
    expect(server.draft?.data.company).toBe('Sample & Co');
  });

  it('goes on from its own save when the reply was lost and more was typed', async () => {
    const saver = openPage();
    server.losesReply = true;
    type(saver, 'Sample');
    await settle();
    server.losesReply = false;
    type(saver, 'Sample & Co');
    await vi.advanceTimersByTimeAsync(2_000);
    await settle();
    expect(saver.state().conflict).toBeUndefined();
    expect(server.draft?.data.company).toBe('Sample & Co');
  });
});

describe('a page that was reloaded while its save was under way', () => {
  it('goes on from that save when it arrives late', async () => {
    const { revision } = server.put('Sample');
    const saver = openPage({
      id: ID,
      revision,
      unsent: true,
      unanswered: [briefMark({ ...emptyBrief(), company: 'Sample &' })],
    });
    company = 'Sample & Co';
    server.put('Sample &');
    await settle();
    expect(saver.state().conflict).toBeUndefined();
    expect(server.draft?.data.company).toBe('Sample & Co');
    expect(saver.state().unanswered).toEqual([]);
  });

  it('asks where what the server has is not that save', async () => {
    const { revision } = server.put('Sample');
    const saver = openPage({
      id: ID,
      revision,
      unsent: true,
      unanswered: [briefMark({ ...emptyBrief(), company: 'Sample &' })],
    });
    company = 'Sample & Co';
    server.put('Theirs');
    await settle();
    expect(saver.state().conflict).toMatchObject({ kind: 'changed' });
    expect(server.draft?.data.company).toBe('Theirs');
  });
});

describe('two pages', () => {
  it('asks instead of overwriting, and sends nothing until somebody has chosen', async () => {
    const saver = openPage();
    const theirs = server.put('Theirs');
    type(saver, 'Mine');
    await settle();
    expect(saver.state().conflict).toEqual({ kind: 'changed', theirs });
    type(saver, 'Mine too');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.draft?.data.company).toBe('Theirs');
  });

  it('puts the answers of this page over the newer ones when they are kept', async () => {
    const saver = openPage();
    server.put('Theirs');
    type(saver, 'Mine');
    await settle();
    await saver.keepMine();
    expect(server.draft?.data.company).toBe('Mine');
    expect(saver.state()).toMatchObject({ conflict: undefined, revision: 2 });
  });

  it('goes on from the newer ones when they are taken', async () => {
    const saver = openPage();
    const theirs = server.put('Theirs');
    type(saver, 'Mine');
    await settle();
    saver.adopt(theirs);
    type(saver, 'Theirs, and more');
    await settle();
    expect(server.draft?.data.company).toBe('Theirs, and more');
  });

  it.each(['deleted', 'submitted'] as const)('notices that the draft was %s', async (kind) => {
    const { revision } = server.put('Mine');
    const saver = openPage({ id: ID, revision });
    if (kind === 'deleted') server.draft = null;
    else server.put('Mine', { status: 'submitted' });
    type(saver, 'Mine, changed');
    await settle();
    expect(saver.state().conflict).toMatchObject({ kind });
  });

  it('shows a newer draft when nothing here is unsent', async () => {
    const { revision } = server.put('First');
    const saver = openPage({ id: ID, revision });
    server.put('Second');
    await saver.compare();
    expect(company).toBe('Second');
    expect(saver.state()).toMatchObject({ revision: 2, conflict: undefined });
  });

  it('does not replace what is typed while it looks', async () => {
    const { revision } = server.put('First');
    const saver = openPage({ id: ID, revision });
    server.put('Second');
    const looking = saver.compare();
    type(saver, 'Mine');
    await looking;
    expect(company).toBe('Mine');
    await settle();
    expect(saver.state().conflict).toMatchObject({ kind: 'changed' });
  });
});
