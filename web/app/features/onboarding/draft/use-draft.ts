import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { type Prefill, resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { getSession } from '../../../lib/session/session.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { failureOf, getStart, saveOnboarding } from '../onboarding.queries.ts';
import { createDraftSaver, type DraftSaver } from './draft-saver.ts';
import { keepLocalCopy } from './local-brief.ts';
import { discardLocalCopy } from './local-copy.ts';
import type { Opening } from './opening.ts';
import {
  isUnsent,
  type OpenedDraft,
  openedState,
  type SaveStatus,
  type SavingState,
  saveStatus,
} from './saving-state.ts';

/** Pending saves of a wizard that was left; the next one waits for them and finds their result. */
let lastSaves: Promise<void> = Promise.resolve();

/** Resolves when no save of an earlier wizard is pending. */
export const earlierSaves = (): Promise<void> => lastSaves;

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

const openedWith = (opening: Opening): OpenedDraft => ({
  ...opening,
  conflict: opening.newerDraft && { kind: 'changed', theirs: opening.newerDraft },
});

/**
 * Another user has signed in in another tab: this page's answers are neither saved nor kept as
 * theirs.
 */
class OtherUserError extends Error {}

function isOtherUser(userId: string): boolean {
  const session = getSession();
  return session.status === 'signed-in' && session.user.id !== userId;
}

export interface Draft {
  state: SavingState;
  status: SaveStatus;
  /** Whether this device holds a copy: the status line says so only then. */
  isKept: boolean;
  saver: DraftSaver;
  /** Stores a copy of the page on this device, without saving it. */
  keep(): void;
  /** The brief is finished: deletes the local copy and ends saving. */
  close(): void;
}

/**
 * Stores every change on this device at once and, when typing stops, on the server. Fetches the
 * server's draft whenever the page becomes visible or the network returns.
 */
export function useDraft(options: {
  opening: Opening;
  form: UseFormReturn<Brief>;
  step: number;
  /** The current step, read when a copy is stored. */
  currentStep: () => number;
  /** Reopens the wizard with the server's draft. */
  onLateDraft: (draft: Project) => void;
  /** Adds what the enquiry says to a new brief that opened without it. */
  onLatePrefill: (prefill: Prefill) => void;
  userId: string;
}): Draft {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { opening, form, step } = options;
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const [state, setState] = useState<SavingState>(() => openedState(openedWith(opening)));
  const [isKept, setIsKept] = useState(true);
  // The author of these answers, whichever user is signed in now.
  const [userId] = useState(options.userId);
  const isClosed = useRef(false);
  const awaitsPrefill = useRef(opening.source === 'defaults' && !opening.isChecked);

  const look = useCallback(async () => {
    const { onboarding, prefill } = await getStart();
    if (awaitsPrefill.current && prefill) latest.current.onLatePrefill(prefill);
    awaitsPrefill.current = false;
    return onboarding;
  }, []);

  const page = useCallback(() => {
    const { form, currentStep } = latest.current;
    return { brief: structuredClone(form.getValues()), step: currentStep() };
  }, []);

  const keepState = useCallback(
    (at: SavingState) => {
      if (isClosed.current || isOtherUser(userId)) return;
      const { brief, step } = page();
      const { revision, unanswered } = at;
      const sync = { userId, revision, unsent: isUnsent(at), unanswered };
      setIsKept(keepLocalCopy({ data: brief, step, onboardingId: at.id }, sync));
    },
    [page, userId],
  );

  const [saver] = useState(() =>
    createDraftSaver(openedWith(opening), {
      read: page,
      save: async (answers) => {
        if (isOtherUser(userId)) throw new OtherUserError();
        if (!awaitsPrefill.current || answers.id !== undefined) return saveOnboarding(answers);
        // Once there is a draft, the server no longer says what it could have begun with.
        await look().catch(() => undefined);
        return saveOnboarding({ ...answers, brief: page().brief });
      },
      find: look,
      failureOf: (error) => (error instanceof OtherUserError ? 'signed-out' : failureOf(error)),
      show: (draft: Project) => {
        latest.current.form.reset(resumeBrief(draft.data, draft.data.timezone));
        showToast('Updated with newer answers from another tab or device.');
      },
      reopen: (draft) => latest.current.onLateDraft(draft),
      changed: (next) => {
        keepState(next);
        setState(next);
      },
      isOnline: () => navigator.onLine,
    }),
  );
  const keep = useCallback(() => keepState(saver.state()), [keepState, saver]);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        // Only an edit has a name; resetting the form has none.
        callback: ({ name }) => {
          if (name !== undefined) saver.edit();
        },
      }),
    [form, saver],
  );

  useEffect(() => {
    saver.resume();
    const look = () => {
      if (document.visibilityState === 'visible') void saver.compare();
      else void saver.flush();
    };
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
    addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
      removeEventListener('online', look);
      saver.stop();
      if (!isClosed.current) lastSaves = saver.flush();
    };
  }, [saver]);

  // Without a copy, closing the page would lose the text.
  const isOnlyHere = isUnsent(state) && !isKept;
  useEffect(() => {
    if (!isOnlyHere) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOnlyHere]);

  const close = useCallback(() => {
    isClosed.current = true;
    saver.stop();
    discardLocalCopy();
  }, [saver]);

  return { state, status: saveStatus(state, { step, isOnline }), isKept, saver, keep, close };
}
