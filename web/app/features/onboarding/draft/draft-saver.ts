import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { briefMark } from './brief-differences.ts';
import {
  adopted,
  canSend,
  checked,
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
  savesWhileTyping,
  sendFailed,
  sendStarted,
  sendSucceeded,
} from './saving-state.ts';

/** Wait after the last change before a save, in ms. */
export const SAVE_DELAY_MS = 1_200;

/** The answers of the page and the step it shows. */
interface DraftPage {
  brief: Brief;
  step: number;
}

/** A failed save, by what to do about it. */
export type SaveFailure = SaveTrouble | 'conflict';

export interface DraftSaverPorts {
  read(): DraftPage;
  /** Saves the page. `isWhole` is false if an answer was left out that the server refuses. */
  save(
    page: DraftPage & { id: string | undefined; revision: number },
  ): Promise<{ project: Project; isWhole: boolean }>;
  /** The draft, else the newest project, else null. */
  find(): Promise<Project | null>;
  /** Classifies what `save` and `find` throw. */
  failureOf(error: unknown): SaveFailure;
  /** Shows the server's draft on the page. */
  show(draft: Project): void;
  /** Reopens the wizard with a draft of the server, found before the client typed. */
  reopen(draft: Project): void;
  /** Called after every change of state. */
  changed(state: SavingState): void;
  isOnline(): boolean;
}

/** Sends a page's answers to the server, one save at a time, and tracks which have arrived. */
export interface DraftSaver {
  state(): SavingState;
  /**
   * The client changed an answer: saves when typing stops; a first draft is saved on leaving step
   * 1.
   */
  edit(): void;
  /** Sends unsent answers now; resolves after the attempt. Never rejects. */
  flush(): Promise<void>;
  /**
   * Fetches the server's draft: shows a newer one, or reports a conflict if both sides changed.
   * Never rejects.
   */
  compare(): Promise<void>;
  /** The client keeps this page's answers after a conflict. */
  keepMine(): Promise<void>;
  /** The page now shows a draft of the server, or an untouched brief: nothing is unsent. */
  adopt(draft: Project | undefined): void;
  /**
   * Starts automatic saves, beginning with unsent answers; call it again on another step. Fetches
   * the server's draft until a reply comes.
   */
  resume(): void;
  /** Ends automatic saves. */
  stop(): void;
}

/** Creates the saver of a page; automatic saves start with `resume`. */
export function createDraftSaver(opened: OpenedDraft, ports: DraftSaverPorts): DraftSaver {
  let state = openedState(opened);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookTimer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | undefined;
  let failures = 0;
  let looks = 0;
  let isStopped = true;

  const update = (next: SavingState) => {
    state = next;
    ports.changed(state);
  };
  const schedule = (wait: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void flush(), wait);
  };

  const canSaveWhileTyping = () => canSend(state) && savesWhileTyping(state, ports.read().step);

  /** Handles the server's draft; returns whether this page already knew it. */
  function learn(project: Project | null): boolean {
    if (project?.status === 'draft' && isUnsent(state)) {
      const mark = briefMark(project.data);
      if (mark === briefMark(ports.read().brief)) {
        update(adopted(state, project));
        return false;
      }
      if (state.unanswered.includes(mark)) {
        update(keptMine(conflictFound(state, { kind: 'changed', theirs: project })));
        return false;
      }
    }
    const found = compareWithServer(state, project);
    if (found.kind === 'conflict') update(conflictFound(state, found.conflict));
    else if (found.kind === 'adopt' && !state.isChecked) {
      // The new wizard has its own saver.
      stop();
      ports.reopen(found.draft);
    } else if (found.kind === 'adopt') {
      ports.show(found.draft);
      update(adopted(state, found.draft));
    } else if (!state.isChecked) update(checked(state));
    return found.kind === 'same';
  }

  /** The reason for a refused save; throws when the server gives none. */
  async function findConflict(): Promise<void> {
    if (!learn(await ports.find())) return;
    // The draft is unchanged after all: the same save may pass next time.
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
    const isSaved = () => isUnsent(state) && savesWhileTyping(state, ports.read().step);
    if (isSaved()) return flush();
    if (state.conflict) return;
    try {
      const project = await ports.find();
      // The client typed, or a save began meanwhile: that save will find out.
      if (isStopped || state.conflict || isSaved() || underWay) return;
      learn(project);
      if (canSaveWhileTyping()) schedule(0);
    } catch {
      // Fetches again when the page becomes visible, and repeatedly until the first reply.
    }
  }

  function lookAgain(): void {
    if (isStopped || state.isChecked || lookTimer !== undefined) return;
    looks += 1;
    lookTimer = setTimeout(async () => {
      await compare();
      lookTimer = undefined;
      lookAgain();
    }, retryDelay(looks));
  }

  function stop(): void {
    isStopped = true;
    clearTimeout(timer);
    clearTimeout(lookTimer);
    lookTimer = undefined;
  }

  return {
    state: () => state,
    edit() {
      update(edited(state));
      if (canSaveWhileTyping()) schedule(SAVE_DELAY_MS);
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
      if (canSaveWhileTyping()) schedule(0);
      lookAgain();
    },
    stop,
  };
}
