import { CHECK_NAMES, type CheckId, type Finding } from '@atelier/domain/health/rules.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import type { MailPorts } from '../../core/feature.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type MailContent, renderMail } from '../../platform/mail/layout.ts';
import { STUDIO_COMMAND } from '../../platform/version.ts';

/** A problem that is over. */
export interface EndedProblem {
  id: CheckId;
  /** When it was first seen; ISO-8601. */
  since: string;
}

/** Mails the studio which problems have begun. */
export async function announceProblems(
  ports: MailPorts,
  trx: Trx,
  findings: readonly Finding[],
): Promise<void> {
  const [first] = findings;
  if (!first) return;
  const isOne = findings.length === 1;
  await sendToStudio(ports, trx, 'health.problem', {
    subject: `Needs you: ${listNames(findings)}`,
    preview: first.sentence.slice(0, 140),
    heading: isOne ? 'One thing needs you' : `${findings.length} things need you`,
    paragraphs: [
      ...findings.map(({ id, sentence, whatToDo }) =>
        [`${CHECK_NAMES[id]}: ${sentence}`, ...(whatToDo ? [whatToDo] : [])].join('\n'),
      ),
      isOne
        ? 'You’ll get one email when it’s over, and none until then.'
        : 'You’ll get one email when each is over, and none until then.',
    ],
    action: { label: 'Open Health', url: `${ports.publicUrl}${PAGES.health}` },
    footnote: `“${STUDIO_COMMAND} doctor” on the server checks the same, and more.`,
  });
}

/** Mails the studio which problems are over. */
export async function announceEnds(
  ports: MailPorts,
  trx: Trx,
  ended: readonly EndedProblem[],
): Promise<void> {
  if (ended.length === 0) return;
  await sendToStudio(ports, trx, 'health.over', {
    subject: `Over: ${listNames(ended)}`,
    preview: 'Nothing to do.',
    heading: ended.length === 1 ? 'That problem is over' : 'Those problems are over',
    paragraphs: ['You had an email about this. Nothing to do.'],
    facts: ended.map(({ id, since }) => [
      CHECK_NAMES[id],
      `from ${since.slice(0, 16).replace('T', ' ')} UTC`,
    ]),
  });
}

async function sendToStudio(
  { look, mailer, listStudioAddresses }: MailPorts,
  trx: Trx,
  kind: 'health.problem' | 'health.over',
  content: MailContent,
): Promise<void> {
  const mail = renderMail(look, content);
  for (const to of await listStudioAddresses(trx)) await mailer.enqueue(trx, { kind, to, ...mail });
}

const listNames = (problems: readonly { id: CheckId }[]) =>
  problems.map(({ id }) => CHECK_NAMES[id]).join(', ');
