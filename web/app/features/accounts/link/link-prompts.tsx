import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';

/** Asks before a link signs out another user who is signed in here. */
export function OtherPerson({
  here,
  label,
  onReplace,
}: {
  /** The address of the signed-in user. */
  here: string;
  /** What the button does besides signing them out. */
  label: string;
  onReplace: () => Promise<void>;
}) {
  return (
    <>
      <Alert tone="warning" isUrgent={false}>
        You’re signed in here as <strong className="wrap-anywhere">{here}</strong>. Going on signs that
        account out in this browser.
      </Alert>
      <PressButton label={label} onPress={onReplace} />
      <ButtonLink to="/profile" variant="secondary" isWide>
        Stay signed in
      </ButtonLink>
    </>
  );
}

/**
 * The button of a page that uses a link: nothing happens before the press, and a second press does
 * nothing.
 */
export function PressButton({ label, onPress }: { label: string; onPress: () => Promise<void> }) {
  const [isPending, setIsPending] = useState(false);
  const press = async () => {
    setIsPending(true);
    try {
      await onPress();
    } finally {
      setIsPending(false);
    }
  };
  return (
    <Button isWide isPending={isPending} pendingLabel="One moment…" onClick={press}>
      {label}
    </Button>
  );
}
