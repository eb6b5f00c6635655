import type { ErrorCode } from '@atelier/domain/errors.ts';
import { DECISION_WORDS_MAX, type DecisionAnswer } from '@atelier/domain/mail-decisions/rules.ts';
import type { DecisionThing } from '@atelier/domain/mail-decisions/schema.ts';
import type { MadeAddress } from '@atelier/domain/pages.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, failureMessage } from '../../lib/api/api-error.ts';
import { loadNow } from '../../lib/arrive.ts';
import { formatDate } from '../../lib/format.ts';
import { landOn } from '../../lib/pages/land-on.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { DecisionFacts } from './decision-facts.tsx';

/** Refusals that another press doesn't change. */
const FINAL: readonly (ErrorCode | undefined)[] = [
  'link_used',
  'link_expired',
  'conflict',
  'sign_in_required',
  'not_found',
  'limit_reached',
];

const DONE: Record<DecisionAnswer, string> = {
  approve: 'Approved. Thank you!',
  needs_changes: 'Sent. The studio has what you wrote.',
  done: 'Sent. The studio takes a look at it.',
};

type Step = 'shown' | 'writing' | 'sent' | 'refused';

/** The thing itself, and the answer to it. What was typed stays until it has arrived. */
export function DecisionForm({ token, thing, path }: { token: string; thing: DecisionThing; path: string }) {
  const [step, setStep] = useState<Step>('shown');
  const [words, setWords] = useState('');
  const [sending, setSending] = useState<DecisionAnswer>();
  const [answer, setAnswer] = useState<DecisionAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const [isIncomplete, setIncomplete] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  const isReview = thing.kind === 'review';
  const isOver = step === 'sent' || step === 'refused';

  // The pressed button is gone.
  useEffect(() => {
    if (isOver) landOn(result.current);
  }, [isOver]);

  const send = async (next: DecisionAnswer) => {
    if (sending) return;
    setFailure(undefined);
    setIncomplete(next === 'needs_changes' && words.trim() === '');
    if (next === 'needs_changes' && words.trim() === '') return;
    setSending(next);
    try {
      const { sendDecision } = await loadNow(() => import('./send-decision.ts'));
      // An approval goes without the reason that was begun for the other answer.
      await sendDecision({ token, answer: next, words: next === 'approve' ? '' : words });
      setAnswer(next);
      setStep('sent');
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && FINAL.includes(error.code)) setStep('refused');
    } finally {
      setSending(undefined);
    }
  };
  const open = (
    <ButtonLink to={portalAddress(path)} variant="secondary" className="justify-self-start">
      {step === 'sent' ? 'Open the portal' : 'Sign in and open it'}
    </ButtonLink>
  );

  return (
    <>
      <DecisionFacts thing={thing} />
      <div ref={result} tabIndex={-1} aria-live="polite" className="outline-none empty:hidden">
        {answer && <Alert tone="success">{DONE[answer]}</Alert>}
        {failure !== undefined && (
          <Alert tone="danger">{failureMessage(failure, 'That didn’t work. Please try again.')}</Alert>
        )}
      </div>
      {!isOver && (
        <form
          noValidate
          method="dialog"
          onSubmit={(event) => {
            event.preventDefault();
            void send(isReview ? 'needs_changes' : 'done');
          }}
          className="grid grid-cols-1 gap-4"
        >
          {step === 'writing' && (
            <Words
              isReview={isReview}
              words={words}
              onWords={setWords}
              error={isIncomplete ? 'Write what should change.' : undefined}
            />
          )}
          <div className="flex flex-wrap gap-3">
            {isReview && step === 'shown' && (
              <Button
                isPending={sending !== undefined}
                pendingLabel="Approving…"
                onClick={() => send('approve')}
              >
                Approve
              </Button>
            )}
            {(!isReview || step === 'writing') && (
              <Button type="submit" isPending={sending !== undefined} pendingLabel="Sending…">
                {isReview ? 'Ask for changes' : 'Send as done'}
              </Button>
            )}
            {step === 'shown' && (
              <Button
                variant="secondary"
                aria-disabled={sending !== undefined || undefined}
                onClick={() => setStep('writing')}
              >
                {isReview ? 'Needs changes' : 'Add a note'}
              </Button>
            )}
            {step === 'writing' && (
              <Button
                variant="secondary"
                aria-disabled={sending !== undefined || undefined}
                onClick={() => {
                  setIncomplete(false);
                  setStep('shown');
                }}
              >
                Back
              </Button>
            )}
          </div>
          <p className="text-sm text-ink-soft">
            You answer as {thing.name}. This link works once, until {formatDate(thing.expiresAt)}.
          </p>
        </form>
      )}
      {step === 'refused' && words.trim() !== '' && (
        <Field label="What you wrote" hint="It wasn’t sent. You can copy it.">
          <Textarea readOnly value={words} />
        </Field>
      )}
      {open}
    </>
  );
}

function Words({
  isReview,
  words,
  onWords,
  error,
}: {
  isReview: boolean;
  words: string;
  onWords: (words: string) => void;
  error: string | undefined;
}) {
  return (
    <Field
      label={isReview ? 'What should change?' : 'Note to the studio'}
      hint={isReview ? undefined : 'Sent with your answer. Please never write a password here.'}
      error={error}
      isRequired={isReview}
      isOptional={!isReview}
    >
      <Textarea
        autoFocus
        maxLength={DECISION_WORDS_MAX}
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
    </Field>
  );
}

/** The address that the server gives for the thing in the portal, which asks for a sign-in; the portal for any other. */
export function portalAddress(path: string): MadeAddress | '/client-portal' {
  return path.startsWith('/client-portal/') ? (path as MadeAddress) : '/client-portal';
}
