import { kindLabel } from '@atelier/content/kinds-of-work.ts';
import { api } from '@atelier/domain/api.ts';
import { CONTACT_SOURCE, contactFormSchema, createEnquirySchema } from '@atelier/domain/contact.ts';
import { callApi } from '../../lib/api-client.ts';
import { ENQUIRY_FIELDS, type EnquiryForm, type EnquiryIssues } from './enquiry-form.ts';

/*
 * The rules of an enquiry and the call that sends it: loaded when somebody begins to write, so that whoever only
 * reads the page does not pay for them.
 */

/** What is wrong with the form as it stands; empty when it can be sent. */
export function findIssues(form: EnquiryForm): EnquiryIssues {
  // What a person wrote by itself first: the line about the kind of work must not make up for a message too short.
  const found =
    contactFormSchema.safeParse(form).error ?? createEnquirySchema.safeParse(presentEnquiry(form)).error;
  const issues: EnquiryIssues = {};
  for (const { path, message } of found?.issues ?? []) {
    const field = ENQUIRY_FIELDS.find((name) => name === path[0]);
    if (field) issues[field] ??= message;
  }
  return issues;
}

/** The form as it travels. The wire has no place for the kind of work, so that it opens the message. */
export function presentEnquiry({ kind, message, ...form }: EnquiryForm) {
  const label = kindLabel(kind);
  return { ...form, message: label ? `About: ${label}\n\n${message}` : message, source: CONTACT_SOURCE };
}

/**
 * Sends an enquiry.
 * @throws ApiError
 */
export async function sendEnquiry(form: EnquiryForm): Promise<void> {
  await callApi(api.createEnquiry, { body: presentEnquiry(form) });
}
