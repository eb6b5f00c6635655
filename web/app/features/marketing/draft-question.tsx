import { api } from '@atelier/domain/api.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { isAborted } from '../../lib/api-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/**
 * Goes to the wizard at once where there is no draft, and asks what to do with one. A check or a deletion that fails
 * does not stand in the way (specification section 4): a failed check counts as no draft.
 */
export default function DraftQuestion({ address, onClose }: { address: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [state, setState] = useState<'checking' | 'asking' | 'deleting'>('checking');

  useEffect(() => {
    const checking = new AbortController();
    callApi(api.getMyOnboarding, { signal: checking.signal })
      .then(({ onboarding }) => onboarding?.status === 'draft')
      .catch((error) => isAborted(error))
      .then((hasDraft) => {
        if (checking.signal.aborted) return;
        if (hasDraft) setState('asking');
        else navigate(address);
      });
    return () => checking.abort();
  }, [address, navigate]);

  const startFresh = async () => {
    setState('deleting');
    await callApi(api.deleteDraft).catch(() => undefined);
    navigate(address);
  };
  return (
    <ConfirmDialog
      isOpen={state !== 'checking'}
      title="Replace your current draft?"
      description="You have a brief that you have not sent yet. It can wait for you, or give way to this one."
      confirmLabel="Delete & start fresh"
      pendingLabel="Deleting…"
      cancelLabel="Keep my draft"
      isDangerous
      isPending={state === 'deleting'}
      onConfirm={startFresh}
      onCancel={() => navigate('/start')}
      onClose={onClose}
    />
  );
}
