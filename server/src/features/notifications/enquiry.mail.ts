import {
  type MailContent,
  type MailLook,
  type RenderedMail,
  renderMail,
} from '../../platform/mail/layout.ts';

export interface EnquiryFacts {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
}

/** To the studio: an enquiry has come in. Answering the mail answers the visitor. */
export function renderEnquiryMail(
  look: MailLook,
  enquiry: EnquiryFacts,
  { enquiryUrl, canReply }: { enquiryUrl: string; canReply: boolean },
): RenderedMail {
  const facts: MailContent['facts'] = [
    ['Name', enquiry.name],
    ['Email', enquiry.email],
    ...(enquiry.phone ? [['Phone', enquiry.phone] as const] : []),
    ...(enquiry.subject ? [['Subject', enquiry.subject] as const] : []),
  ];
  return renderMail(look, {
    subject: `New enquiry from ${enquiry.name}`,
    preview: enquiry.message.slice(0, 140),
    heading: `${enquiry.name} has a question`,
    paragraphs: [enquiry.message],
    facts,
    action: { label: 'Open the enquiry', url: enquiryUrl },
    footnote: canReply ? `Reply to this email to write to ${enquiry.name}.` : undefined,
  });
}
