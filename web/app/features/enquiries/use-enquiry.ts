import { kindLabel } from '@atelier/content/kinds-of-work.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keepEnquiryDraft, readEnquiryDraft } from './enquiry-draft.ts';
import { EMPTY_FORM, ENQUIRY_FIELDS, type EnquiryField, type EnquiryForm } from './enquiry-form.ts';

type Rules = typeof import('./send-enquiry.ts');

export type Sending =
  | { status: 'idle' | 'sending' | 'sent' }
  /** `error` is what the call threw. */
  | { status: 'failed'; error: unknown };

/**
 * The state of the contact form. Errors appear once a field was left, or for all fields on submit (specification
 * section 5). Plain React: a form library would be most of the page's script.
 */
export function useEnquiry() {
  const [form, setForm] = useState(EMPTY_FORM);
  const [touched, setTouched] = useState<ReadonlySet<EnquiryField>>(new Set());
  const [rules, setRules] = useState<Rules>();
  const [sending, setSending] = useState<Sending>({ status: 'idle' });
  const isRestored = useRef(false);
  // Known at once; the status only changes with the next rendering, and a second press may come
  // first.
  const isUnderWay = useRef(false);

  // Known in the browser only, so it comes after the first rendering, which is the same for everybody.
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
    const loaded = await import('./send-enquiry.ts');
    setRules(loaded);
    return loaded;
  }, []);

  const change = (name: keyof EnquiryForm, value: string) => {
    setForm((before) => ({ ...before, [name]: value }));
    if (sending.status !== 'sending') setSending({ status: 'idle' });
  };
  const touch = (name: EnquiryField) => {
    setTouched((before) => new Set(before).add(name));
  };

  /** Sends the form; resolves with the first field that stands in the way, if one does. */
  const send = async (): Promise<EnquiryField | undefined> => {
    // A robot filled in what no person sees: it is left to believe what it likes.
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
      setForm(EMPTY_FORM);
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
