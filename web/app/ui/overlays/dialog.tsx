import { late, useEver } from '../../lib/late.tsx';
import type { ConfirmDialogProps, DialogProps } from './dialog-window.tsx';

/** Its code comes late: no screen begins with an open dialog. */
const loadWindows = () => import('./dialog-window.tsx');
const DialogWindow = late<DialogProps>(async () => ({ default: (await loadWindows()).DialogWindow }));
const ConfirmDialogWindow = late<ConfirmDialogProps>(async () => ({
  default: (await loadWindows()).ConfirmDialogWindow,
}));

/** A window over the page: holds the keyboard, closes on Escape and on a press beside it. */
export function Dialog(props: DialogProps) {
  return useEver(props.isOpen) && <DialogWindow {...props} />;
}

/** A question that must be answered. The keyboard starts on the answer that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useEver(props.isOpen) && <ConfirmDialogWindow {...props} />;
}
