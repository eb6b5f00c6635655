import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SettingRow } from '../profile/setting-row.tsx';
import { factorFailureMessage } from './factor-failure.ts';
import { useMakeRecoveryCodes } from './make-recovery-codes.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const describe = (left: number | undefined) =>
  left === undefined ? 'None yet' : left === 1 ? '1 code left' : `${left} codes left`;

/** How many recovery codes are left, and new ones. */
export function RecoveryCodesSetting({ left }: { left: number | undefined }) {
  const making = useMakeRecoveryCodes();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => {
    setIsAsking(false);
    making.reset();
  };
  return (
    <div className="border-t border-rule pt-4">
      <SettingRow
        label="Recovery codes"
        value={describe(left)}
        actions={
          <Button variant="quiet" size="sm" onClick={() => setIsAsking(true)}>
            {left === undefined ? 'Make codes' : 'Make new codes'}
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking && !making.data}
        title={left === undefined ? 'Make recovery codes?' : 'Make new recovery codes?'}
        description={
          left === undefined
            ? 'You get ten codes to use in place of your app, each once.'
            : 'You get ten new codes, and your current ones stop working.'
        }
        confirmLabel="Make codes"
        pendingLabel="Making codes…"
        isPending={making.isPending}
        error={making.error ? factorFailureMessage(making.error) : undefined}
        onConfirm={() => making.mutate()}
        onClose={close}
      />
      <Dialog
        isOpen={making.data !== undefined}
        title="Save your recovery codes"
        onClose={close}
        actions={<Button onClick={close}>I’ve saved them</Button>}
      >
        {making.data && <RecoveryCodes codes={making.data} />}
      </Dialog>
    </div>
  );
}
