import { ButtonLink } from '../../../ui/button-link.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { FocusedOnArrival } from '../account-screen.tsx';

/** After signing up with a provider that confirms addresses by itself: there is no mail to wait for. */
export function SignedUp() {
  return (
    <FocusedOnArrival className="grid gap-5">
      <Alert tone="success">Account created. You can sign in now.</Alert>
      <ButtonLink to="/login" isWide>
        Sign in
      </ButtonLink>
    </FocusedOnArrival>
  );
}
