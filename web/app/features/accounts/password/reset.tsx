import { studio } from '@atelier/content/studio.ts';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { PressButton } from '../link/link-prompts.tsx';
import { useLink } from '../link/use-link.ts';
import { NewPassword } from './new-password.tsx';
import { findRecovery } from './recovery.ts';
import { RecoveryStep } from './recovery-step.tsx';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = () => [
  { title: `Set a new password · ${studio.name}` },
  { name: 'robots', content: 'noindex' },
];

const NO_SESSION =
  'No recovery session detected. Please click the password reset link from your email again.';

/** /auth/reset: the page of a forgotten password's link, in any browser. */
export default function Reset() {
  const [recovery, follow, presses] = useLink(findRecovery);
  if (recovery?.kind === 'press') {
    return (
      <AccountScreen title="Set a new password">
        <p className="break-words">
          {recovery.email === undefined ? (
            'This link sets a new password for your account.'
          ) : (
            <>
              This link sets a new password for <strong className="wrap-anywhere">{recovery.email}</strong>.
            </>
          )}
        </p>
        {recovery.problem && <Alert tone="danger">{recovery.problem}</Alert>}
        <PressButton label="Choose a new password" onPress={() => follow(recovery.proceed())} />
        <p className="text-sm text-ink-faint">Didn’t ask for this? Close the page: nothing has changed.</p>
      </AccountScreen>
    );
  }
  if (recovery?.kind === 'ready') {
    return (
      <RecoveryStep {...recovery} presses={presses}>
        {(session) => <NewPassword recovery={{ ...recovery, session }} presses={presses} />}
      </RecoveryStep>
    );
  }
  return (
    <NewPassword isChecking={!recovery} presses={presses}>
      {recovery && (
        <Alert
          tone="warning"
          action={
            <ButtonLink to="/forgot" variant="secondary" size="sm">
              Send me a new link
            </ButtonLink>
          }
        >
          <p>{NO_SESSION}</p>
          {recovery.reason && <p>{recovery.reason}</p>}
        </Alert>
      )}
    </NewPassword>
  );
}
