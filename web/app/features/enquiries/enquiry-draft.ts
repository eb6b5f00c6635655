import { ENQUIRY_KEY } from '../../lib/storage-keys.ts';
import { EMPTY_FORM, type EnquiryForm } from './enquiry-form.ts';

/*
 * What is being written, kept until it is sent, so that a reload or a failed send loses nothing. For this tab alone:
 * on a shared computer the next person must not find it.
 */

/** What this tab still holds of an enquiry; empty where there is none or storage is out of reach. */
export function readEnquiryDraft(): EnquiryForm {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(ENQUIRY_KEY) ?? '{}');
    const fields: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
    const read = (name: keyof EnquiryForm) => (typeof fields[name] === 'string' ? fields[name] : '');
    return {
      ...EMPTY_FORM,
      name: read('name'),
      email: read('email'),
      phone: read('phone'),
      message: read('message'),
    };
  } catch {
    return EMPTY_FORM;
  }
}

/**
 * Stores the unsent text without the subject, which belongs to one visit; deletes an empty form.
 */
export function keepEnquiryDraft({ botfield: _, kind: _kind, ...fields }: EnquiryForm): void {
  try {
    const isEmpty = Object.values(fields).every((value) => value === '');
    if (isEmpty) sessionStorage.removeItem(ENQUIRY_KEY);
    else sessionStorage.setItem(ENQUIRY_KEY, JSON.stringify(fields));
  } catch {
    // Storage is switched off or full: the form works, it only does not survive a reload.
  }
}
