import { kindLabel, kindsOfWork } from '@atelier/content/kinds-of-work.ts';
import { studio } from '@atelier/content/studio.ts';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, failureMessage } from '../../lib/api/api-error.ts';
import { loadNow } from '../../lib/arrive.ts';
import { Link } from '../../lib/pages/links.ts';
import { ENQUIRY_KEY } from '../../lib/storage/local-store.ts';
import { Button } from '../../ui/button.tsx';
import { Alert, ScriptNote } from '../../ui/feedback/alert.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import type { EnquiryDraft } from './send-enquiry.ts';

export const EMPTY_DRAFT: EnquiryDraft = {
  name: '',
  email: '',
  phone: '',
  kind: '',
  message: '',
  botfield: '',
};

/** Fields that can have an issue. */
export type EnquiryField = 'name' | 'email' | 'phone' | 'message';

/** In the form's order, to focus the first one with an issue. */
const ENQUIRY_FIELDS: readonly EnquiryField[] = ['name', 'email', 'phone', 'message'];

/**
 * This tab's unsent enquiry; empty if there is none or storage is unavailable. A reload or a failed
 * send loses nothing, and another tab, as of the next user of a shared computer, never has it.
 */
function readEnquiryDraft(): EnquiryDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(ENQUIRY_KEY) ?? '{}');
    const fields: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
    const read = (name: keyof EnquiryDraft) => (typeof fields[name] === 'string' ? fields[name] : '');
    return {
      ...EMPTY_DRAFT,
      name: read('name'),
      email: read('email'),
      phone: read('phone'),
      message: read('message'),
    };
  } catch {
    return EMPTY_DRAFT;
  }
}

/**
 * Stores the unsent text without the subject, which belongs to one visit; deletes an empty form.
 */
function keepEnquiryDraft({ botfield: _, kind: _kind, ...fields }: EnquiryDraft): void {
  try {
    const isEmpty = Object.values(fields).every((value) => value === '');
    if (isEmpty) sessionStorage.removeItem(ENQUIRY_KEY);
    else sessionStorage.setItem(ENQUIRY_KEY, JSON.stringify(fields));
  } catch {
    // Storage is off or full: the form works, but doesn't survive a reload.
  }
}

const kinds = kindsOfWork.map(({ key, label }) => ({ value: key, label }));

/** The advice depends on whether the server replied at all. */
const adviceAfter = (error: unknown) =>
  error instanceof ApiError && error.status > 0
    ? 'send it again in a minute'
    : 'check your connection and send it again';

/** The form of an enquiry. */
export function EnquiryForm() {
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

/**
 * A field hidden from users: invisible, not focusable, not read out, not filled in by the browser.
 * Any text in it comes from a robot.
 */
function Honeypot({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div aria-hidden="true" className="absolute -left-[999rem] size-px overflow-hidden">
      <label>
        Leave this empty
        <input
          type="text"
          name="botfield"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    </div>
  );
}

type Rules = typeof import('./send-enquiry.ts');

type Sending =
  | { status: 'idle' | 'sending' | 'sent' }
  /** `error` is what the call threw. */
  | { status: 'failed'; error: unknown };

/**
 * The state of the contact form. Errors appear once a field was left, or for all fields on submit
 * (specification section 5). Plain React: a form library would be most of the page's script.
 */
function useEnquiry() {
  const [form, setForm] = useState(EMPTY_DRAFT);
  const [touched, setTouched] = useState<ReadonlySet<EnquiryField>>(new Set());
  const [rules, setRules] = useState<Rules>();
  const [sending, setSending] = useState<Sending>({ status: 'idle' });
  const isRestored = useRef(false);
  // Known at once; the status only changes with the next rendering, and a second press may come
  // first.
  const isUnderWay = useRef(false);

  // Known only in the browser, so it comes after the first rendering, which is the same for every
  // visitor.
  useEffect(() => {
    const kept = readEnquiryDraft();
    const asked = new URLSearchParams(location.search).get('type') ?? '';
    setForm({ ...kept, kind: kindLabel(asked) ? asked : '' });
  }, []);

  useEffect(() => {
    // The first run still sees the empty form from before the draft was read.
    if (isRestored.current) keepEnquiryDraft(form);
    isRestored.current = true;
  }, [form]);

  const loadRules = useCallback(async () => {
    const loaded = await loadNow(() => import('./send-enquiry.ts'));
    setRules(loaded);
    return loaded;
  }, []);

  const change = (name: keyof EnquiryDraft, value: string) => {
    setForm((before) => ({ ...before, [name]: value }));
    if (sending.status !== 'sending') setSending({ status: 'idle' });
  };
  const touch = (name: EnquiryField) => {
    setTouched((before) => new Set(before).add(name));
  };

  /** Sends the form; resolves with the first field that has an issue, if one does. */
  const send = async (): Promise<EnquiryField | undefined> => {
    // Only a robot fills in the honeypot: it gets no answer.
    if (form.botfield !== '' || isUnderWay.current) return undefined;
    isUnderWay.current = true;
    setSending({ status: 'sending' });
    try {
      const { findIssues, sendEnquiry } = await loadRules();
      const issues = findIssues(form);
      const wrong = ENQUIRY_FIELDS.find((name) => issues[name]);
      if (wrong) {
        setTouched(new Set(ENQUIRY_FIELDS));
        setSending({ status: 'idle' });
        return wrong;
      }
      await sendEnquiry(form);
      setForm(EMPTY_DRAFT);
      setTouched(new Set());
      setSending({ status: 'sent' });
    } catch (error) {
      setSending({ status: 'failed', error });
    } finally {
      isUnderWay.current = false;
    }
    return undefined;
  };

  const issues = rules?.findIssues(form) ?? {};
  const errorOf = (name: EnquiryField) => (touched.has(name) ? issues[name] : undefined);
  return { form, sending, change, touch, errorOf, send, prepare: () => void loadRules().catch(() => {}) };
}
