import { type BriefSection, summarizeBrief } from '@atelier/content/brief-summary.ts';
import type { BriefRecord } from '@atelier/domain/onboarding/brief.ts';
import { Printer } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { AnswerView } from './answer-view.tsx';

/** A brief to read and to print, grouped as it was asked. */
export function BriefView({ brief, title }: { brief: BriefRecord; title: string }) {
  return (
    <Card
      title={title}
      // On paper one thing follows the other: the browser sets rows of a grid over each other where a page ends.
      className="print:block"
      actions={
        <Button variant="quiet" size="sm" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      }
    >
      {summarizeBrief(brief).map((section) => (
        <Section key={section.step} brief={brief} section={section} />
      ))}
    </Card>
  );
}

function Section({ brief, section }: { brief: BriefRecord; section: BriefSection }) {
  const given = section.answers.filter((answer) => answer.lines.length > 0);
  const open = section.answers.filter((answer) => answer.lines.length === 0);
  return (
    <section className="grid grid-cols-1 gap-4 border-t border-rule pt-5 print:mt-5 print:block">
      <h3 className="text-base print:mb-3 print:break-after-avoid">{section.title}</h3>
      {given.length > 0 && (
        <dl className="grid grid-cols-1 gap-4 print:block">
          {given.map((answer) => (
            <div
              key={answer.field}
              className="grid break-inside-avoid gap-x-6 gap-y-1 print:mb-3 sm:grid-cols-[10rem_minmax(0,1fr)]"
            >
              <dt className="text-sm leading-7 text-ink-faint">{answer.question}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <AnswerView brief={brief} answer={answer} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {open.length > 0 && (
        <p className="text-sm text-ink-faint">
          Left open: {open.map((answer) => answer.question).join(', ')}.
        </p>
      )}
    </section>
  );
}
