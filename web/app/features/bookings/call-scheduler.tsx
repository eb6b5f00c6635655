import { callOffer } from '@atelier/content/calls.ts';
import { studio } from '@atelier/content/studio.ts';
import { callTimeInWords } from '@atelier/domain/bookings/rules.ts';
import type { OfferedTimes } from '@atelier/domain/bookings/schema.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, failureMessage } from '../../lib/api/api-error.ts';
import { Link } from '../../lib/pages/links.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { ownZone } from './call-times.ts';
import { type BookingDraft, findIssues, listOfferedTimes, sendBooking } from './send-booking.ts';
import { TimeChoice } from './time-choice.tsx';

type Sending =
  | { status: 'idle' | 'sending' }
  | { status: 'sent'; isConfirmed: boolean }
  /** `error` is what the call threw. */
  | { status: 'failed'; error: unknown };

/** In the form's order, to focus the first one with an issue. */
const FIELDS = ['startsAt', 'name', 'email', 'words'] as const;

/** Where a visitor books a call. It takes the focus when it appears: it was asked for. */
export default function CallScheduler({ offered: first }: { offered: OfferedTimes }) {
  const [offered, setOffered] = useState(first);
  const [draft, setDraft] = useState<BookingDraft>(emptyDraft);
  const [isChecked, setChecked] = useState(false);
  const [sending, setSending] = useState<Sending>({ status: 'idle' });
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const outcome = useRef<HTMLDivElement>(null);

  useEffect(() => heading.current?.focus(), []);
  const isSent = sending.status === 'sent';
  useEffect(() => {
    if (isSent) outcome.current?.focus();
  }, [isSent]);

  const change = (fields: Partial<BookingDraft>) => {
    setDraft((before) => ({ ...before, ...fields }));
    if (sending.status === 'failed') setSending({ status: 'idle' });
  };
  const issues = isChecked ? findIssues(draft) : {};

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Only a robot fills in the honeypot: it gets no answer.
    if (draft.botfield !== '' || sending.status === 'sending') return;
    const found = findIssues(draft);
    const wrong = FIELDS.find((name) => found[name]);
    setChecked(true);
    if (wrong) return focusOn(form.current, wrong);
    setSending({ status: 'sending' });
    try {
      setSending({ status: 'sent', isConfirmed: await sendBooking(draft) });
    } catch (error) {
      setSending({ status: 'failed', error });
      if (!(error instanceof ApiError && error.code === 'time_taken')) return;
      change({ startsAt: undefined });
      setSending({ status: 'failed', error });
      const now = await listOfferedTimes().catch(() => undefined);
      if (now) setOffered(now);
    }
  };

  return (
    <section
      aria-labelledby="call-heading"
      className="grid grid-cols-1 gap-5 rounded-xl border border-rule bg-raised p-5 shadow-raised sm:p-8"
    >
      <header className="grid gap-1">
        <h2 id="call-heading" ref={heading} tabIndex={-1} className="text-xl outline-none">
          {callOffer.heading}
        </h2>
        <p className="text-ink-soft">
          {callOffer.text} It takes {offered.lengthMinutes} minutes.
        </p>
      </header>
      {sending.status === 'sent' ? (
        <div ref={outcome} tabIndex={-1} className="outline-none">
          <Alert
            tone={sending.isConfirmed ? 'success' : 'info'}
            title={draft.startsAt && callTimeInWords(draft.startsAt, draft.zone)}
          >
            {sending.isConfirmed ? callOffer.booked : callOffer.asked}
          </Alert>
        </div>
      ) : (
        <form
          ref={form}
          method="dialog"
          noValidate
          aria-label={callOffer.heading}
          onSubmit={submit}
          className="grid grid-cols-1 gap-5"
        >
          {offered.times.length === 0 ? (
            <Alert tone="info">Every time is taken for now. Please write to me instead.</Alert>
          ) : (
            <div data-field="startsAt">
              <TimeChoice
                times={offered.times}
                zone={draft.zone}
                onZone={(zone) => change({ zone })}
                value={draft.startsAt}
                onChange={(startsAt) => change({ startsAt })}
                error={issues.startsAt}
              />
            </div>
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Your name" error={issues.name} isRequired>
              <Input
                name="name"
                autoComplete="name"
                value={draft.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            </Field>
            <Field label="Your email" error={issues.email} isRequired>
              <Input
                name="email"
                type="email"
                inputMode="email"
                autoComplete="email"
                value={draft.email}
                onChange={(event) => change({ email: event.target.value })}
              />
            </Field>
          </div>
          <Field label="What is it about?" error={issues.words} isOptional>
            <Textarea
              name="words"
              rows={3}
              value={draft.words}
              onChange={(event) => change({ words: event.target.value })}
            />
          </Field>
          <div aria-hidden="true" className="absolute -left-[999rem] size-px overflow-hidden">
            <label>
              Leave this empty
              <input
                type="text"
                name="botfield"
                tabIndex={-1}
                autoComplete="off"
                value={draft.botfield}
                onChange={(event) => change({ botfield: event.target.value })}
              />
            </label>
          </div>
          {sending.status === 'failed' && (
            <Alert tone="danger" title={failureMessage(sending.error, 'Something went wrong.')}>
              Nothing you wrote is lost. If it keeps failing, write to{' '}
              <a href={`mailto:${studio.email}`}>{studio.email}</a>.
            </Alert>
          )}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button type="submit" size="lg" isPending={sending.status === 'sending'} pendingLabel="Booking…">
              Book this call
            </Button>
            <p className="max-w-xs flex-1 basis-60 text-sm text-ink-faint">
              {callOffer.privacy} More in the{' '}
              <Link to="/privacy" className="underline">
                privacy notice
              </Link>
              .
            </p>
          </div>
        </form>
      )}
    </section>
  );
}

const emptyDraft = (): BookingDraft => ({
  name: '',
  email: '',
  words: '',
  startsAt: undefined,
  zone: ownZone(),
  botfield: '',
});

function focusOn(form: HTMLFormElement | null, name: string): void {
  const group = form?.querySelector<HTMLElement>(`[data-field="${name}"] fieldset:last-of-type input`);
  (group ?? form?.querySelector<HTMLElement>(`[name="${name}"]`))?.focus();
}
