import { studio } from '@atelier/content/studio.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonAnchor } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/overlays/dialog.tsx';
import { SettingRow } from '../profile/setting.tsx';
import { factorFailureMessage } from './factor-code-form.tsx';
import { useMakeRecoveryCodes } from './second-factor.queries.ts';

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

const describe = (left: number | undefined) =>
  left === undefined ? 'None yet' : left === 1 ? '1 code left' : `${left} codes left`;

/** New recovery codes, shown once, with ways to save them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `Recovery codes for ${studio.name} (${location.host})\nEach code works once.\n\n${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4">
      <p>
        If you lose your phone, each of these codes signs you in <strong>once</strong> in its place. You see
        them <strong>only now</strong>: keep them with your passwords, or print them.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-md border border-rule bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-1">
        <CopyButton text={text} label="Copy codes" />
        <ButtonAnchor
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          variant="quiet"
          size="sm"
        >
          <Download aria-hidden="true" className="size-4" />
          Download
        </ButtonAnchor>
      </div>
    </div>
  );
}
