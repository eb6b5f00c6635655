import { ENQUIRY_KEY } from '../../lib/storage/storage-keys.ts';

/** The text of the enquiry form. */
export interface EnquiryDraft {
  name: string;
  email: string;
  phone: string;
  /** The key of a kind of work, or empty. */
  kind: string;
  message: string;
  /** The honeypot: invisible, so only robots fill it in. */
  botfield: string;
}

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
export const ENQUIRY_FIELDS: readonly EnquiryField[] = ['name', 'email', 'phone', 'message'];

/**
 * This tab's unsent enquiry; empty if there is none or storage is unavailable. A reload or a failed
 * send loses nothing, and another tab, as of the next user of a shared computer, never has it.
 */
export function readEnquiryDraft(): EnquiryDraft {
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
export function keepEnquiryDraft({ botfield: _, kind: _kind, ...fields }: EnquiryDraft): void {
  try {
    const isEmpty = Object.values(fields).every((value) => value === '');
    if (isEmpty) sessionStorage.removeItem(ENQUIRY_KEY);
    else sessionStorage.setItem(ENQUIRY_KEY, JSON.stringify(fields));
  } catch {
    // Storage is off or full: the form works, but doesn't survive a reload.
  }
}
