import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from '../button.tsx';
import { FailureAlert } from '../feedback/query-state.tsx';
import { Dialog } from './dialog.tsx';

/** A window around one form, whose change is a mutation. It doesn't close on the way, and what is typed stays after a failure. */
export function FormDialog({
  isOpen,
  onClose,
  title,
  description,
  submitLabel,
  closeLabel = 'Cancel',
  pendingLabel,
  change,
  fallback,
  onSubmit,
  finalFocus,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  submitLabel: string;
  /** What the other button says, where "Cancel" could mean the deed itself. */
  closeLabel?: string;
  /** What the button says on the way: "Saving…". */
  pendingLabel: string;
  change: { isPending: boolean; isSuccess: boolean; error: unknown };
  /** The failure, where the server gives no sentence. */
  fallback: string;
  onSubmit: () => void;
  /** Where the keyboard goes once it is done, if the opener is gone by then. */
  finalFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const formId = useId();
  const close = () => !change.isPending && onClose();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      description={description}
      finalFocus={change.isSuccess ? finalFocus : undefined}
      actions={
        <>
          <Button variant="secondary" onClick={close} aria-disabled={change.isPending || undefined}>
            {closeLabel}
          </Button>
          <Button type="submit" form={formId} isPending={change.isPending} pendingLabel={pendingLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isPending) onSubmit();
        }}
        className="grid grid-cols-1 gap-5"
      >
        {children}
        <FailureAlert error={change.error} fallback={fallback} />
      </form>
    </Dialog>
  );
}
