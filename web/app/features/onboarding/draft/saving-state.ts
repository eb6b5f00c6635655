import type { Project } from '@atelier/domain/projects/schema.ts';

/** Why a save did not get through. */
export type SaveTrouble =
  /** The browser has no network, or the server could not be reached or could not answer. */
  | 'unreachable'
  /** The session has ended. */
  | 'signed-out'
  /** An answer is of a form that the server does not take; sending it again unchanged is pointless. */
  | 'refused';

/** What happened to the draft in another tab or on another device. */
export type DraftConflict =
  | { kind: 'changed'; theirs: Project }
  | { kind: 'deleted' }
  | { kind: 'submitted'; project: Project };

/**
 * Where the answers of this page stand against the server's. Answers are counted by edits: what was edited
 * after the last edit that the server confirmed is unsent.
 */
export interface SavingState {
  /** The draft that saves go to, and the revision this page is based on. */
  id: string | undefined;
  revision: number;
  edits: number;
  savedEdits: number;
  /** The edits that a save under way carries. */
  sendingEdits: number | undefined;
  /**
   * Marks of what saves without a reply carried, this page's and those of the page before a reload: one may have arrived,
   * and then the server's "newer" draft is this one.
   */
  unanswered: readonly string[];
  /** When the server last confirmed a save of this page, ISO-8601. */
  savedAt: string | undefined;
  trouble: SaveTrouble | undefined;
  /** Whether the server has answered which draft it has; until then one may still turn up. */
  isChecked: boolean;
  /** Set until the person has chosen; nothing is sent meanwhile. */
  conflict: DraftConflict | undefined;
}

/** What a page was opened with. */
export interface OpenedDraft
  extends Pick<SavingState, 'id' | 'revision' | 'savedAt' | 'isChecked' | 'conflict' | 'unanswered'> {
  unsent: boolean;
}

/** A page that has just opened a draft, or none. */
export function openedState({ unsent, ...opened }: OpenedDraft): SavingState {
  return {
    ...opened,
    edits: unsent ? 1 : 0,
    savedEdits: 0,
    sendingEdits: undefined,
    trouble: undefined,
  };
}

/** Whether there are answers that the server has not confirmed. */
export function isUnsent(state: SavingState): boolean {
  return state.edits > state.savedEdits;
}

/**
 * Whether a save may start: there is something to send that the server might take, none is under way, and nobody has to
 * choose first.
 */
export function canSend(state: SavingState): boolean {
  const isWaiting = state.sendingEdits !== undefined || state.conflict !== undefined;
  return isUnsent(state) && !isWaiting && state.trouble !== 'refused';
}

/** An answer was changed. What the server refused may be right now. */
export function edited(state: SavingState): SavingState {
  const trouble = state.trouble === 'refused' ? undefined : state.trouble;
  return { ...state, edits: state.edits + 1, trouble };
}

/** How many saves without a reply are remembered. */
const UNANSWERED_KEPT = 10;

/** A save has left with every answer so far, of which `mark` is the mark. */
export function sendStarted(state: SavingState, mark: string): SavingState {
  const unanswered = [...state.unanswered.filter((other) => other !== mark), mark].slice(-UNANSWERED_KEPT);
  return { ...state, sendingEdits: state.edits, unanswered };
}

/**
 * The server confirmed the save. What was typed meanwhile stays unsent, and so does the page where an answer had to be
 * left out that the server would not take.
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

/** The save did not get through. Nothing is lost: the answers stay unsent. */
export function sendFailed(state: SavingState, trouble: SaveTrouble): SavingState {
  return { ...state, sendingEdits: undefined, trouble };
}

/** The draft was changed, deleted or submitted elsewhere: the person has to choose. */
export function conflictFound(state: SavingState, conflict: DraftConflict): SavingState {
  return { ...state, sendingEdits: undefined, trouble: undefined, isChecked: true, conflict };
}

/** The server has answered, with the draft that this page knew. */
export function checked(state: SavingState): SavingState {
  return { ...state, isChecked: true };
}

/**
 * The person keeps the answers of this page: they go over the newer draft, or become a new draft where there
 * is none any more.
 */
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

/** This page now shows a draft as the server has it, or an untouched brief where `draft` is undefined. */
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

/** What to do about the server's present draft, as `GET /onboarding/me` tells it. */
export type Comparison =
  | { kind: 'same' }
  | { kind: 'adopt'; draft: Project }
  | { kind: 'conflict'; conflict: DraftConflict };

/**
 * Compares this page with what the server has now. Without unsent answers the newer draft is simply shown;
 * with some, or where the draft is gone, the person chooses.
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

/** What the status line says. */
export type SaveStatus =
  /** Nothing was changed here yet. */
  | 'untouched'
  /** The server hasn't answered yet whether it has a draft. */
  | 'unchecked'
  | 'saving'
  | 'saved'
  /** Kept on this device until the client leaves step 1, which creates the first draft. */
  | 'kept-here'
  /** Kept on this device, and why it is not saved. */
  | 'kept-offline'
  | 'kept-unreachable'
  | 'kept-signed-out'
  | 'kept-refused'
  /** Not saved until the person has chosen between two versions. */
  | 'undecided';

/**
 * Whether answers at this step are saved while the client types: if there is a draft, and from step
 * 2 on. Leaving step 1 creates a first draft, not the first ticked box.
 */
export function savesByItself(state: SavingState, step: number): boolean {
  return state.id !== undefined || step > 1;
}

/** The truth about the answers on this page. */
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
  if (!savesByItself(state, step) && state.trouble === undefined && state.sendingEdits === undefined)
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
