import { kindLabel } from '@atelier/content/kinds-of-work.ts';
import { api } from '@atelier/domain/api.ts';
import { CONTACT_SOURCE } from '@atelier/domain/enquiries/rules.ts';
import { createEnquirySchema } from '@atelier/domain/enquiries/schema.ts';
import { issuesOf, issueText } from '@atelier/domain/errors.ts';
import { callApi } from '../../lib/api/api-client.ts';

/*
 * The rules of an enquiry and the call that sends it: loaded when the form is first touched.
 * The form imports only types from here.
 */

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

/** The first issue of each field, by its name; empty if the form can be sent. */
export function findIssues(form: EnquiryDraft): Readonly<Partial<Record<string, string>>> {
  const found = createEnquirySchema.safeParse(presentEnquiry(form)).error;
  const issues: Partial<Record<string, string>> = {};
  for (const issue of found ? issuesOf(found) : []) issues[issue.path] ??= issueText(issue);
  return issues;
}

/** The form as sent: the kind of work is the subject, in the visitor's chosen words. */
export function presentEnquiry({ kind, ...form }: EnquiryDraft) {
  const subject = kindLabel(kind);
  return { ...form, ...(subject && { subject }), source: CONTACT_SOURCE };
}

/**
 * Sends an enquiry.
 * @public loaded when the form is first touched
 * @throws ApiError
 */
export async function sendEnquiry(form: EnquiryDraft): Promise<void> {
  await callApi(api.createEnquiry, { body: presentEnquiry(form) });
}
