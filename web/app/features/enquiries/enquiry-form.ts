/** What the contact form holds while it is being filled in. */
export interface EnquiryForm {
  name: string;
  email: string;
  phone: string;
  /** The key of a kind of work, or empty. */
  kind: string;
  message: string;
  /** The honeypot: nobody sees it, so whoever fills it in is a robot. */
  botfield: string;
}

export const EMPTY_FORM: EnquiryForm = {
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
