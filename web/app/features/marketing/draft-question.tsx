import { api } from '@atelier/domain/api.ts';
import { LAST_STEP, ONBOARDING_STEPS } from '@atelier/domain/onboarding/brief.ts';
import type { PageAddress } from '@atelier/domain/pages.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/api/api-client.ts';
import { formatAgo } from '../../lib/format.ts';
import { useNavigate } from '../../lib/pages/links.ts';
import { ProgressBar } from '../../ui/feedback/status.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';

export interface DraftQuestionProps {
  address: PageAddress;
  onClose: () => void;
}

/** The check counts as failed after this long, in ms. */
const PATIENCE_MS = 2_000;

/**
 * Opens the wizard at once without a draft, and asks what to do with one. A failed check counts as
 * no draft, and a failed deletion is ignored (specification section 4).
 */
export default function DraftQuestion({ address, onClose }: DraftQuestionProps) {
  const navigate = useNavigate();
  const [isChecking, setIsChecking] = useState(true);
  const [draft, setDraft] = useState<Project>();
  const [isDeleting, setIsDeleting] = useState(false);

  useEffect(() => {
    const checking = new AbortController();
    const answer = callApi(api.getMyOnboarding, { signal: checking.signal })
      .then(({ onboarding }) => onboarding)
      .catch(() => null);
    const noAnswer = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
    Promise.race([answer, noAnswer]).then((newest) => {
      if (checking.signal.aborted) return;
      setIsChecking(false);
      if (newest?.status === 'draft') setDraft(newest);
      else navigate(address);
    });
    return () => checking.abort();
  }, [address, navigate]);

  const startFresh = async () => {
    setIsDeleting(true);
    await callApi(api.deleteDraft).catch(() => undefined);
    navigate(address);
  };
  return (
    <>
      {isChecking && <ProgressBar />}
      <ConfirmDialog
        isOpen={draft !== undefined}
        title="Replace your current draft?"
        description={draft && whereItStands(draft)}
        confirmLabel="Delete & start fresh"
        pendingLabel="Deleting…"
        cancelLabel="Keep my draft"
        isDangerous
        isPending={isDeleting}
        onConfirm={startFresh}
        onCancel={() => navigate('/start')}
        onClose={onClose}
      />
    </>
  );
}

function whereItStands({ step, updatedAt }: Project): string {
  const saved = formatAgo(updatedAt);
  return `You have a brief you haven’t sent yet: step ${step} of ${LAST_STEP}, ${ONBOARDING_STEPS[step - 1]}, saved ${saved}. Keep it, or replace it with this one.`;
}
