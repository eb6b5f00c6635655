import { type BriefSection, summarizeBrief } from '@atelier/content/brief-summary.ts';
import { isEmailAddress } from '@atelier/domain/email-address.ts';
import type { BriefRecord } from '@atelier/domain/onboarding/brief.ts';
import { type Estimate, formatPriceRange, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { projectPath, studioProjectPath } from '@atelier/domain/pages.ts';
import { featureCountLabel, projectCompany } from '@atelier/domain/projects/rules.ts';
import type { MailPorts } from '../core/feature.ts';
import { isMuted } from '../features/notifications/muted-mails.repository.ts';
import { unsubscribeOffer } from '../features/notifications/unsubscribe.ts';
import type { Trx } from '../platform/db/database.ts';
import { type MailContent, type MailLook, type RenderedMail, renderMail } from '../platform/mail/layout.ts';
import type { ServerSecret } from '../platform/server-secret.ts';

export interface SubmittedProject {
  id: string;
  /** The project's name. */
  name: string;
  brief: BriefRecord;
  estimate: Estimate | null;
  /** The client's account. */
  clientEmail: string;
}

/** Mails a submitted brief to the client and, unless they turned that off, to the studio. */
export async function announceBrief(
  ports: MailPorts & { secret: ServerSecret },
  trx: Trx,
  project: SubmittedProject,
): Promise<void> {
  const { look, mailer, publicUrl } = ports;
  const { clientEmail } = project;
  const canReply = isEmailAddress(clientEmail);
  if (canReply) {
    const projectUrl = `${publicUrl}${projectPath(project.id)}`;
    const confirmation = renderConfirmationMail(look, project, { projectUrl });
    await mailer.enqueue(trx, { kind: 'project.confirmation', to: clientEmail, ...confirmation });
  }
  const projectUrl = `${publicUrl}${studioProjectPath(project.id)}`;
  for (const to of await ports.listStudioAddresses(trx)) {
    if (await isMuted(trx, to, 'project_submitted')) continue;
    const unsubscribe = unsubscribeOffer(ports, { address: to, kind: 'project_submitted' });
    const mail = renderBriefMail(look, project, { projectUrl, canReply, unsubscribe });
    const unsubscribeUrl = unsubscribe.url;
    await mailer.enqueue(trx, { kind: 'project.brief', to, replyTo: clientEmail, unsubscribeUrl, ...mail });
  }
}

/** To the client: the brief has arrived, its contents, and what happens next. */
function renderConfirmationMail(
  look: MailLook,
  { name, brief, estimate }: SubmittedProject,
  { projectUrl }: { projectUrl: string },
): RenderedMail {
  return renderMail(look, {
    subject: `Your brief has arrived: ${name}`,
    preview: 'Here’s what you sent, and what happens next.',
    heading: 'Your brief has arrived',
    paragraphs: [
      `Thank you${brief.contact ? `, ${brief.contact}` : ''}. I read every brief myself and will send you a proposal. You’ll find it with your project in the portal, where you can also ask and answer questions.`,
    ],
    facts: [...estimateFacts(estimate), ...briefFacts(brief)],
    action: { label: 'Open your project', url: projectUrl },
    footnote: 'The estimate is based on your answers. Your contract sets the final price.',
  });
}

/** To the studio: a client has submitted a brief. */
function renderBriefMail(
  look: MailLook,
  { name, brief, estimate, clientEmail }: SubmittedProject,
  {
    projectUrl,
    canReply,
    unsubscribe,
  }: { projectUrl: string; canReply: boolean; unsubscribe: MailContent['unsubscribe'] },
): RenderedMail {
  return renderMail(look, {
    subject: `New project: ${name}`,
    preview: `${featureCountLabel(brief.features.length)} for ${clientEmail}`,
    heading: `${projectCompany(brief)} has submitted a brief`,
    paragraphs: [],
    facts: [['Account', clientEmail], ...estimateFacts(estimate), ...briefFacts(brief)],
    action: { label: 'Open the project', url: projectUrl },
    footnote: canReply ? 'Reply to this email to write to the client.' : undefined,
    unsubscribe,
  });
}

type Fact = readonly [string, string];

function estimateFacts(estimate: Estimate | null): Fact[] {
  if (!estimate) return [];
  const { low, high, monthlyLow, monthlyHigh, minDays, maxDays, openEnded } = estimate;
  return [
    ...(high > 0 ? [['Estimate', formatPriceRange(low, high)] as const] : []),
    ...(monthlyHigh > 0 ? [['Care, per month', formatPriceRange(monthlyLow, monthlyHigh)] as const] : []),
    ['Time', formatSpan({ minDays, maxDays, open: openEnded })],
  ];
}

/** Every answered question. */
function briefFacts(brief: BriefRecord): Fact[] {
  return summarizeBrief(brief)
    .flatMap((section: BriefSection) => section.answers)
    .filter((answer) => answer.lines.length > 0)
    .map((answer) => [answer.question, answer.lines.join('\n')]);
}
