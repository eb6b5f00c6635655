import { RESEND_COOLDOWN_SECONDS } from '@atelier/domain/auth/rules.ts';
import { forgotPasswordFormSchema } from '@atelier/domain/auth/schema.ts';
import { useState } from 'react';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { Link, useNavigate } from '../../../lib/pages/links.ts';
import { metaOf } from '../../../lib/pages/page-meta-by-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { useAccountForm } from '../account-form.ts';
import { ResendButton, requestPasswordReset } from '../account-mails.tsx';
import { AccountScreen, FocusOnMount } from '../account-screen.tsx';
import { authFailureMessage } from '../auth-failure.ts';
import { EmailCodeForm } from '../email-code-form.tsx';
import { recoverByCode } from './recovery.ts';

export const handle: PublicPageHandle = { comesAlive: 'on-touch-if-fresh' };

export const meta = () => metaOf('forgot');

const SENT = 'Check your email for a password reset link.';
const failed = (error: unknown) => authFailureMessage(error, 'Unable to send the link. Please try again.');

/** /forgot: requests the link to a new password. Answers the same with and without an account. */
export default function Forgot() {
  const [sentTo, setSentTo] = useState<string>();
  const navigate = useNavigate();
  const { form, errors, isSubmitting, submit } = useAccountForm({
    schema: forgotPasswordFormSchema,
    defaultValues: { email: '' },
    send: async ({ email }) => {
      await requestPasswordReset(email);
      setSentTo(email);
    },
    describeFailure: failed,
  });

  return (
    <AccountScreen
      title="Forgot your password?"
      lead="Enter your email and I’ll send you a link to choose a new one."
      footer={
        <p>
          <Link to="/login" className="inline-flex min-h-11 items-center font-semibold underline">
            Back to sign in
          </Link>
        </p>
      }
    >
      {sentTo === undefined ? (
        <form method="dialog" noValidate className="grid gap-5" onSubmit={submit}>
          <Field label="Email" error={errors.email?.message} isRequired>
            <Input {...form.register('email')} type="email" inputMode="email" autoComplete="email" />
          </Field>
          {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
          <Button type="submit" isWide isPending={isSubmitting} pendingLabel="Sending…">
            Send reset link
          </Button>
        </form>
      ) : (
        <FocusOnMount className="grid grid-cols-1 gap-5">
          <Alert tone="success">{SENT}</Alert>
          <p className="break-words">
            If <strong className="wrap-anywhere">{sentTo}</strong> has an account, the link is on its way. It
            works once, for an hour, in any browser.
          </p>
          <ResendButton
            label="Resend link"
            waitsFirst={RESEND_COOLDOWN_SECONDS}
            send={() => requestPasswordReset(sentTo)}
            sentMessage={SENT}
            failedMessage={failed}
          />
          <EmailCodeForm
            submitLabel="Continue with the code"
            onCode={async (code) => {
              await recoverByCode(sentTo, code);
              await navigate('/auth/reset');
            }}
          />
          <Button variant="quiet" isWide onClick={() => setSentTo(undefined)}>
            Use another address
          </Button>
        </FocusOnMount>
      )}
    </AccountScreen>
  );
}
