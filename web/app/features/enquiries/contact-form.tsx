import { kindsOfWork } from '@atelier/content/kinds-of-work.ts';
import { studio } from '@atelier/content/studio.ts';
import { type FormEvent, useEffect, useRef } from 'react';
import { ApiError, failureMessage } from '../../lib/api-error.ts';
import { Link } from '../../lib/links.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { ScriptNote } from '../../ui/script-note.tsx';
import type { EnquiryField } from './enquiry-form.ts';
import { Honeypot } from './honeypot.tsx';
import { useEnquiry } from './use-enquiry.ts';

const kinds = kindsOfWork.map(({ key, label }) => ({ value: key, label }));

/** What helps depends on whether an answer came at all. */
const adviceAfter = (error: unknown) =>
  error instanceof ApiError && error.status > 0
    ? 'send it again in a minute'
    : 'check your connection and send it again';

/** The form of an enquiry. */
export function ContactForm() {
  const { form, sending, change, touch, errorOf, send, prepare } = useEnquiry();
  const element = useRef<HTMLFormElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  const isSent = sending.status === 'sent';

  useEffect(() => {
    if (isSent) thanks.current?.focus();
  }, [isSent]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = await send();
    if (wrong) element.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  const bind = (name: EnquiryField) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    onBlur: () => touch(name),
  });

  return (
    <form ref={element} method="dialog" noValidate className="grid gap-5" onSubmit={submit} onFocus={prepare}>
      <ScriptNote />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={errorOf('name')} isRequired>
          <Input {...bind('name')} autoComplete="name" />
        </Field>
        <Field label="Email" error={errorOf('email')} isRequired>
          <Input {...bind('email')} type="email" inputMode="email" autoComplete="email" />
        </Field>
        <Field label="Phone" error={errorOf('phone')} isOptional>
          <Input {...bind('phone')} type="tel" autoComplete="tel" />
        </Field>
        <Field label="Subject" isOptional>
          <Select
            name="kind"
            choices={kinds}
            placeholder="Choose what fits best"
            value={form.kind}
            onChange={(event) => change('kind', event.target.value)}
          />
        </Field>
      </div>
      <Field label="Your question" error={errorOf('message')} isRequired>
        <Textarea
          {...bind('message')}
          rows={6}
          placeholder="What do you have in mind? A sentence or two is enough."
        />
      </Field>
      <Honeypot value={form.botfield} onChange={(value) => change('botfield', value)} />
      <div ref={thanks} tabIndex={-1}>
        {isSent && <Alert tone="success">Thanks! I’ll get back to you shortly.</Alert>}
        {sending.status === 'failed' && (
          <Alert tone="danger" title={failureMessage(sending.error, 'Something went wrong.')}>
            Nothing you wrote is lost: {adviceAfter(sending.error)}, or write to{' '}
            <a href={`mailto:${studio.email}`}>{studio.email}</a>.
          </Alert>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" size="lg" isPending={sending.status === 'sending'} pendingLabel="Sending…">
          Send message
        </Button>
        <p className="max-w-xs flex-1 basis-60 text-sm text-ink-faint">
          By sending this, you agree that I use your details to answer you, and for nothing else. More in the{' '}
          <Link to="/privacy" className="underline">
            privacy notice
          </Link>
          .
        </p>
      </div>
    </form>
  );
}
