import type { Project } from '@atelier/domain/projects/schema.ts';

/** Why a save failed. */
export type SaveTrouble =
  /** No network, or no usable reply. */
  | 'unreachable'
  /** The session has ended. */
  | 'signed-out'
  /** The server rejects an answer; sending it unchanged is pointless. */
  | 'refused';

/** What happened to the draft in another tab or on another device. */
export type DraftConflict =
  | { kind: 'changed'; theirs: Project }
  | { kind: 'deleted' }
  | { kind: 'submitted'; project: Project };

/**
 * Which of the page's answers the server has. Counts edits: those after the last confirmed one are
 * unsent.
 */
export interface SavingState {
  /** The draft that saves go to, and the revision this page is based on. */
  id: string | undefined;
  revision: number;
  edits: number;
  savedEdits: number;
  /** The edits that the pending save carries. */
  sendingEdits: number | undefined;
  /**
   * Fingerprints of saves without a reply, also from before a reload: one may have arrived, and
   * then the server's "newer" draft is this one.
   */
  unanswered: readonly string[];
  /** When the server last confirmed a save of this page, ISO-8601. */
  savedAt: string | undefined;
  trouble: SaveTrouble | undefined;
  /** Whether the server has said which draft it has; until then one may turn up. */
  isChecked: boolean;
  /** Set until the client chooses; nothing is sent until then. */
  conflict: DraftConflict | undefined;
}

/** The state that a page opens with. */
export interface OpenedDraft
  extends Pick<SavingState, 'id' | 'revision' | 'savedAt' | 'isChecked' | 'conflict' | 'unanswered'> {
  unsent: boolean;
}

export function openedState({ unsent, ...opened }: OpenedDraft): SavingState {
  return {
    ...opened,
    edits: unsent ? 1 : 0,
    savedEdits: 0,
    sendingEdits: undefined,
    trouble: undefined,
  };
}

export function isUnsent(state: SavingState): boolean {
  return state.edits > state.savedEdits;
}

/**
 * Whether a save may start: something is unsent that the server may accept, no save is pending, and
 * no choice is due.
 */
export function canSend(state: SavingState): boolean {
  const isWaiting = state.sendingEdits !== undefined || state.conflict !== undefined;
  return isUnsent(state) && !isWaiting && state.trouble !== 'refused';
}

/** An answer changed. A refused one may be right now. */
export function edited(state: SavingState): SavingState {
  const trouble = state.trouble === 'refused' ? undefined : state.trouble;
  return { ...state, edits: state.edits + 1, trouble };
}

/** Fingerprints that are remembered. */
const UNANSWERED_KEPT = 10;

/** A save was sent with every answer so far; `mark` is its fingerprint. */
export function sendStarted(state: SavingState, mark: string): SavingState {
  const unanswered = [...state.unanswered.filter((other) => other !== mark), mark].slice(-UNANSWERED_KEPT);
  return { ...state, sendingEdits: state.edits, unanswered };
}

/**
 * The server confirmed the save. Text typed since stays unsent, and so does a page with an answer
 * that was left out.
 */
export function sendSucceeded(
  state: SavingState,
  { isWhole, ...confirmed }: { id: string; revision: number; savedAt: string; isWhole: boolean },
): SavingState {
  const sent = state.sendingEdits ?? state.savedEdits;
  const isEdited = state.edits > sent;
  return {
    ...state,
    ...confirmed,
    savedEdits: isWhole ? sent : state.savedEdits,
    sendingEdits: undefined,
    unanswered: [],
    isChecked: true,
    trouble: isWhole || isEdited ? undefined : 'refused',
  };
}

/** The save failed: its answers stay unsent. */
export function sendFailed(state: SavingState, trouble: SaveTrouble): SavingState {
  return { ...state, sendingEdits: undefined, trouble };
}

/** The draft was changed, deleted or submitted elsewhere: the client has to choose. */
export function conflictFound(state: SavingState, conflict: DraftConflict): SavingState {
  return { ...state, sendingEdits: undefined, trouble: undefined, isChecked: true, conflict };
}

/** The server has the draft that this page knew. */
export function checked(state: SavingState): SavingState {
  return { ...state, isChecked: true };
}

/** The client keeps this page's answers: they replace the newer draft, or become a new one. */
export function keptMine(state: SavingState): SavingState {
  const theirs = state.conflict?.kind === 'changed' ? state.conflict.theirs : undefined;
  return {
    ...state,
    id: theirs?.id,
    revision: theirs?.revision ?? 0,
    edits: state.edits + 1,
    conflict: undefined,
  };
}

/** This page now shows the server's draft, or an untouched brief if `draft` is undefined. */
export function adopted(state: SavingState, draft: Project | undefined): SavingState {
  return {
    ...state,
    id: draft?.id,
    revision: draft?.revision ?? 0,
    savedEdits: state.edits,
    sendingEdits: undefined,
    unanswered: [],
    savedAt: draft?.updatedAt,
    trouble: undefined,
    isChecked: true,
    conflict: undefined,
  };
}

/** What follows from the server's draft (`GET /onboarding/me`). */
export type Comparison =
  | { kind: 'same' }
  | { kind: 'adopt'; draft: Project }
  | { kind: 'conflict'; conflict: DraftConflict };

/**
 * Compares this page with the server. Without unsent answers the newer draft shows; otherwise, or
 * if the draft is gone, the client chooses.
 */
export function compareWithServer(state: SavingState, project: Project | null): Comparison {
  if (project?.status === 'draft') {
    if (project.id === state.id && project.revision === state.revision) return { kind: 'same' };
    if (isUnsent(state)) return { kind: 'conflict', conflict: { kind: 'changed', theirs: project } };
    return { kind: 'adopt', draft: project };
  }
  if (state.id === undefined) return { kind: 'same' };
  const submitted = project !== null && project.id === state.id;
  return {
    kind: 'conflict',
    conflict: submitted ? { kind: 'submitted', project } : { kind: 'deleted' },
  };
}

/** The content of the status line. */
export type SaveStatus =
  /** Nothing has changed here yet. */
  | 'untouched'
  /** The server has not yet replied whether it has a draft. */
  | 'unchecked'
  | 'saving'
  | 'saved'
  /** Kept on this device until the client leaves step 1, which creates the first draft. */
  | 'kept-here'
  /** Kept on this device, with the reason why it is not saved. */
  | 'kept-offline'
  | 'kept-unreachable'
  | 'kept-signed-out'
  | 'kept-refused'
  /** Not saved until the client chooses between two versions. */
  | 'undecided';

/**
 * Whether answers at this step are saved while the client types: if there is a draft, and from step
 * 2 on. Leaving step 1 creates a first draft, not the first ticked box.
 */
export function savesWhileTyping(state: SavingState, step: number): boolean {
  return state.id !== undefined || step > 1;
}

/** The saving status of the page. */
export function saveStatus(
  state: SavingState,
  { step, isOnline }: { step: number; isOnline: boolean },
): SaveStatus {
  if (state.conflict) return 'undecided';
  if (!isUnsent(state)) {
    if (!state.isChecked) return 'unchecked';
    return state.savedAt === undefined ? 'untouched' : 'saved';
  }
  if (state.trouble === 'signed-out') return 'kept-signed-out';
  if (state.trouble === 'refused') return 'kept-refused';
  if (!isOnline) return 'kept-offline';
  if (!savesWhileTyping(state, step) && state.trouble === undefined && state.sendingEdits === undefined)
    return state.isChecked ? 'kept-here' : 'unchecked';
  return state.trouble === 'unreachable' && state.sendingEdits === undefined ? 'kept-unreachable' : 'saving';
}

/** Waits between attempts to send again after a failure, in ms; the last one repeats. */
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;

/** The wait before the next attempt after so many failures in a row. */
export function retryDelay(failures: number): number {
  const index = Math.min(Math.max(failures, 1), RETRY_DELAYS_MS.length) - 1;
  return RETRY_DELAYS_MS[index] ?? RETRY_DELAYS_MS[0];
}
