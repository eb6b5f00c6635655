import { ENQUIRY_KEY } from '../../lib/storage/storage-keys.ts';

/** What the contact form holds while it is being filled in. */
export interface EnquiryDraft {
  name: string;
  email: string;
  phone: string;
  /** The key of a kind of work, or empty. */
  kind: string;
  message: string;
  /** The honeypot: nobody sees it, so whoever fills it in is a robot. */
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

/** Fields that can be wrong. */
export type EnquiryField = 'name' | 'email' | 'phone' | 'message';

/** In the order they stand in, so that the first one that is wrong can be gone to. */
export const ENQUIRY_FIELDS: readonly EnquiryField[] = ['name', 'email', 'phone', 'message'];

/** What is wrong with each field; the first thing only. */
export type EnquiryIssues = Partial<Record<EnquiryField, string>>;

/*
 * What is being written, kept until it is sent, so that a reload or a failed send loses nothing. For this tab alone:
 * on a shared computer the next person must not find it.
 */

/** What this tab still holds of an enquiry; empty where there is none or storage is out of reach. */
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
    // Storage is switched off or full: the form works, it only does not survive a reload.
  }
}
