import { type Brief, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { vi } from 'vitest';
import { createDraftSaver, type DraftSaver, SAVE_DELAY_MS, type SaveFailure } from './draft-saver.ts';
import type { OpenedDraft } from './saving-state.ts';

export const DRAFT_ID = '0198a1b2-0000-7000-8000-00000000000a';

class Refusal extends Error {
  readonly failure: SaveFailure;
  constructor(failure: SaveFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** A server that holds one client's draft, checks its revision and fails as the test sets it. */
class DraftTestServer {
  draft: Project | null = null;
  saves: Brief[] = [];
  trouble: SaveFailure | undefined;
  losesReply = false;
  leavesOut = false;

  put(company: string, change: Partial<Project> = {}): Project {
    this.draft = {
      _id: DRAFT_ID,
      id: DRAFT_ID,
      userId: DRAFT_ID,
      email: '',
      title: 'Website',
      status: 'draft',
      stage: 'draft',
      step: 1,
      revision: (this.draft?.revision ?? 0) + 1,
      createdAt: '',
      updatedAt: '2030-01-01T00:00:00.000Z',
      submittedAt: null,
      data: { ...emptyBrief(), company },
      final: null,
      estimate: null,
      clientRole: 'contact',
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

/** A page of the wizard with its server. `company` is the only answer the client types. */
export class DraftTestPage {
  readonly server = new DraftTestServer();
  company = '';
  isOnline = true;
  step = 2;
  readonly reopened: Project[] = [];

  open(opened: Partial<OpenedDraft> = {}): DraftSaver {
    const saver = createDraftSaver(
      {
        id: undefined,
        revision: 0,
        unsent: false,
        unanswered: [],
        savedAt: undefined,
        isChecked: true,
        conflict: undefined,
        ...opened,
      },
      {
        read: () => ({ brief: { ...emptyBrief(), company: this.company }, step: this.step }),
        save: (page) => this.server.save(page),
        find: async () => {
          if (this.server.trouble) throw new Refusal(this.server.trouble);
          return this.server.draft;
        },
        failureOf: (error) => (error instanceof Refusal ? error.failure : 'unreachable'),
        show: (draft) => {
          this.company = draft.data.company;
        },
        reopen: (draft) => void this.reopened.push(draft),
        changed: () => {},
        isOnline: () => this.isOnline,
      },
    );
    saver.resume();
    return saver;
  }

  type(saver: DraftSaver, text: string): void {
    this.company = text;
    saver.edit();
  }

  savedNames(): string[] {
    return this.server.saves.map((brief) => brief.company);
  }
}

/** Advances the test’s clock until typed text is sent. */
export const flushPromises = () => vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
