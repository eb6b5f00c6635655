import type { Brief } from '@atelier/domain/onboarding.ts';
import type { Project } from '@atelier/domain/projects.ts';
import { briefMark } from './brief-differences.ts';
import {
  adopted,
  canSend,
  compareWithServer,
  conflictFound,
  edited,
  isUnsent,
  keptMine,
  type OpenedDraft,
  openedState,
  retryDelay,
  type SaveTrouble,
  type SavingState,
  sendFailed,
  sendStarted,
  sendSucceeded,
} from './saving-state.ts';

/** Wait after the last change before it is sent, in ms. */
export const SAVE_DELAY_MS = 1_200;

/** The answers of the page and the step it shows. */
export interface DraftPage {
  brief: Brief;
  step: number;
}

/** A save that did not get through, sorted by what there is to do about it. */
export type SaveFailure = SaveTrouble | 'conflict';

export interface DraftSaverPorts {
  /** The page as it stands now. */
  read(): DraftPage;
  /** Saves the page. `isWhole` is false where an answer was left out because the server would not take it. */
  save(
    page: DraftPage & { id: string | undefined; revision: number },
  ): Promise<{ project: Project; isWhole: boolean }>;
  /** The draft, else the newest project, else null. */
  find(): Promise<Project | null>;
  /** Sorts what `save` and `find` throw. */
  failureOf(error: unknown): SaveFailure;
  /** Puts a draft of the server on the page. */
  show(draft: Project): void;
  /** Told of every change of state, after it. */
  changed(state: SavingState): void;
  isOnline(): boolean;
}

/** Sends a page's answers to the server, one save at a time, and keeps account of what has arrived. */
export interface DraftSaver {
  state(): SavingState;
  /** An answer was changed: sent when typing stops. */
  edit(): void;
  /** Sends now what is unsent; resolves when the attempt is over, however it went. Never rejects. */
  flush(): Promise<void>;
  /** Looks at what the server has now: shows a newer draft, or asks where both sides changed. Never rejects. */
  compare(): Promise<void>;
  /** The person's choice in a conflict: the answers of this page. */
  keepMine(): Promise<void>;
  /** The page was given a draft of the server, or an untouched brief: nothing on it is unsent. */
  adopt(draft: Project | undefined): void;
  /** Begins to send by itself, first what the page was opened with unsent. */
  resume(): void;
  /** Sends nothing by itself any more. */
  stop(): void;
}

/** Keeps account of a page's answers; sends by itself from `resume` on. */
export function createDraftSaver(opened: OpenedDraft, ports: DraftSaverPorts): DraftSaver {
  let state = openedState(opened);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | undefined;
  let failures = 0;
  let isStopped = true;

  const update = (next: SavingState) => {
    state = next;
    ports.changed(state);
  };
  const schedule = (wait: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void flush(), wait);
  };

  /** What stands against a refused save; throws when the server does not say. */
  async function findConflict(): Promise<void> {
    const project = await ports.find();
    if (project?.status === 'draft') {
      const mark = briefMark(project.data);
      if (mark === briefMark(ports.read().brief)) return update(adopted(state, project));
      if (state.unanswered.includes(mark)) {
        return update(keptMine(conflictFound(state, { kind: 'changed', theirs: project })));
      }
    }
    const found = compareWithServer(state, project);
    if (found.kind === 'conflict') return update(conflictFound(state, found.conflict));
    // The draft is as this page knew it after all: the same save may pass the next time.
    failures += 1;
    update(sendFailed(state, 'unreachable'));
  }

  async function sendOnce(): Promise<void> {
    clearTimeout(timer);
    const page = ports.read();
    update(sendStarted(state, briefMark(page.brief)));
    try {
      const { project, isWhole } = await ports.save({ ...page, id: state.id, revision: state.revision });
      failures = 0;
      update(
        sendSucceeded(state, {
          id: project.id,
          revision: project.revision,
          savedAt: project.updatedAt,
          isWhole,
        }),
      );
      if (canSend(state)) schedule(SAVE_DELAY_MS);
    } catch (error) {
      await handleFailure(error);
    }
  }

  async function handleFailure(error: unknown): Promise<void> {
    let failure = ports.failureOf(error);
    if (failure === 'conflict') {
      try {
        await findConflict();
        if (canSend(state)) schedule(failures === 0 ? 0 : retryDelay(failures));
        return;
      } catch (findError) {
        const again = ports.failureOf(findError);
        failure = again === 'conflict' ? 'unreachable' : again;
      }
    }
    failures += 1;
    update(sendFailed(state, failure));
    if (failure === 'unreachable') schedule(retryDelay(failures));
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    while (underWay) await underWay;
    if (!canSend(state) || !ports.isOnline()) return;
    underWay = sendOnce().finally(() => {
      underWay = undefined;
    });
    await underWay;
  }

  async function compare(): Promise<void> {
    while (underWay) await underWay;
    if (isUnsent(state)) return flush();
    if (state.conflict) return;
    try {
      const project = await ports.find();
      // Something was typed or sent while the answer was on its way: that save will find out.
      if (state.conflict || isUnsent(state) || underWay) return;
      const found = compareWithServer(state, project);
      if (found.kind === 'conflict') update(conflictFound(state, found.conflict));
      if (found.kind === 'adopt') {
        ports.show(found.draft);
        update(adopted(state, found.draft));
      }
    } catch {
      // Nothing on this page is unsent, so there is nothing to tell.
    }
  }

  return {
    state: () => state,
    edit() {
      update(edited(state));
      if (canSend(state)) schedule(SAVE_DELAY_MS);
    },
    flush,
    compare,
    async keepMine() {
      update(keptMine(state));
      await flush();
    },
    adopt(draft) {
      clearTimeout(timer);
      update(adopted(state, draft));
    },
    resume() {
      isStopped = false;
      if (canSend(state)) schedule(0);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
