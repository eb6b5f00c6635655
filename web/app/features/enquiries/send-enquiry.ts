import { kindLabel } from '@atelier/content/kinds-of-work.ts';
import { api } from '@atelier/domain/api.ts';
import { CONTACT_SOURCE } from '@atelier/domain/enquiries/rules.ts';
import { createEnquirySchema } from '@atelier/domain/enquiries/schema.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { ENQUIRY_FIELDS, type EnquiryDraft, type EnquiryIssues } from './enquiry-draft.ts';

/*
 * The rules of an enquiry and the call that sends it: loaded when somebody begins to write, so that whoever only
 * reads the page does not pay for them.
 */

/** What is wrong with the form as it stands; empty when it can be sent. */
export function findIssues(form: EnquiryDraft): EnquiryIssues {
  const found = createEnquirySchema.safeParse(presentEnquiry(form)).error;
  const issues: EnquiryIssues = {};
  for (const { path, message } of found?.issues ?? []) {
    const field = ENQUIRY_FIELDS.find((name) => name === path[0]);
    if (field) issues[field] ??= message;
  }
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
