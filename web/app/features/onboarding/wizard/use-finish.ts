import { studio } from '@atelier/content/studio.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { withoutEmptyRows } from '@atelier/domain/onboarding/rules.ts';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useNavigate } from '../../../lib/pages/links.ts';
import { keepPendingSubmission, submitBrief } from '../../../lib/storage/pending-submission.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import type { Draft } from '../draft/use-draft.ts';
import { estimateOf } from '../save-onboarding.ts';

const isAlreadySubmitted = (error: unknown) =>
  error instanceof ApiError && error.code === 'already_submitted';

/**
 * Finishing (specification section 4): saves step 7, sends the final data, lets go of the copy on this device, and goes
 * to the portal. A final call that fails does not hold anybody up: the brief waits under a key of its own and the portal
 * sends it again.
 */
export function useFinish({
  form,
  draft,
  userId,
}: {
  form: UseFormReturn<Brief>;
  draft: Draft;
  userId: string;
}) {
  const navigate = useNavigate();
  const [isFinishing, setIsFinishing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isUnderWay = useRef(false);

  /** Sends the final data; false when it neither arrived nor could be kept. */
  async function deliver(): Promise<boolean> {
    const { id } = draft.saver.state();
    const final = withoutEmptyRows(form.getValues());
    const estimate = estimateOf(final);
    try {
      await submitBrief({ id, final, estimate });
      showToast(`Your brief has arrived. You’ll hear back ${studio.replyTime}.`, {
        tone: 'success',
        lasts: 10_000,
      });
      return true;
    } catch (error) {
      if (isAlreadySubmitted(error)) return true;
      return keepPendingSubmission({ userId, id, final, estimate, keptAt: new Date().toISOString() });
    }
  }

  async function finish(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsFinishing(true);
    setFailure(undefined);
    draft.saver.edit();
    await draft.saver.flush();
    const { conflict } = draft.saver.state();
    // Finished in another tab is finished; anything else that happened elsewhere is for the person to choose.
    const isDone = conflict?.kind === 'submitted' || (conflict === undefined && (await deliver()));
    isUnderWay.current = false;
    setIsFinishing(false);
    if (isDone) {
      draft.close();
      navigate('/client-portal', { replace: true });
    } else if (conflict === undefined) {
      setFailure(
        'Your brief couldn’t be sent, and this device can’t keep it. Leave this page open and try again.',
      );
    }
  }

  return { isFinishing, failure, finish };
}
