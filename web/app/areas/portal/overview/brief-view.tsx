import { type AnsweredQuestion, type BriefSection, summarizeBrief } from '@atelier/content/brief-summary.ts';
import { featureGroups, featureName } from '@atelier/content/offer.ts';
import { parsePublicEmail } from '@atelier/domain/email-address.ts';
import { type AnswerKind, BRIEF, type BriefRecord } from '@atelier/domain/onboarding/brief.ts';
import { ChevronDown, Printer } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { mailLink } from '../../../ui/contact-links.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';

/** Chosen features under a heading of the catalogue. */
interface FeatureGroup {
  name: string;
  features: string[];
}

/** The chosen features, grouped as in the wizard; those no longer offered come last. */
export function groupFeatures(chosen: readonly string[], offer = featureGroups): FeatureGroup[] {
  const offered: readonly string[] = offer.flatMap((group) => group.features);
  const groups = offer.map(({ name, features }) => ({
    name,
    features: features.filter((id) => chosen.includes(id)).map(featureName),
  }));
  const unlisted = chosen.filter((id) => !offered.includes(id)).map(featureName);
  return [...groups, { name: 'Also', features: unlisted }].filter((group) => group.features.length > 0);
}

/** Answers of a few words each. */
const SHORT_LISTS: readonly AnswerKind[] = ['comma-list', 'entries'];

/** One answer of a brief. All of it is user input: text stays text, and only web links open. */
function AnswerView({ brief, answer }: { brief: BriefRecord; answer: AnsweredQuestion }) {
  const { field, lines } = answer;
  const [line = ''] = lines;
  const { kind } = BRIEF[field];
  if (kind === 'features') return <Features chosen={brief.features} />;
  if (field === 'inspirationUrls') return <Links links={brief.inspirationUrls} />;
  if (kind === 'link') return <SafeLink href={line} />;
  if (kind === 'email' && parsePublicEmail(line) === line) {
    return (
      <a
        href={mailLink(line)}
        className="underline decoration-edge underline-offset-4 hover:decoration-accent"
      >
        {line}
      </a>
    );
  }
  if (SHORT_LISTS.includes(kind)) return <Chips entries={lines} />;
  return lines.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what was typed may repeat, and never moves
    <p key={index} className="whitespace-pre-line">
      {text}
    </p>
  ));
}

function Features({ chosen }: { chosen: readonly string[] }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {groupFeatures(chosen).map((group) => (
        <div key={group.name} className="grid grid-cols-1 gap-1.5">
          <p className="text-sm text-ink-soft">{group.name}</p>
          <Chips entries={group.features} />
        </div>
      ))}
    </div>
  );
}

function Chips({ entries }: { entries: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was typed may repeat, and never moves
        <li key={index} className="rounded-md bg-neutral-soft px-2.5 py-0.5 text-sm text-on-neutral-soft">
          {entry}
        </li>
      ))}
    </ul>
  );
}

function Links({ links }: { links: BriefRecord['inspirationUrls'] }) {
  return (
    <ul className="grid grid-cols-1 gap-2">
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was typed may repeat, and never moves
        <li key={index}>
          <SafeLink href={link.url} />
          {link.note && <p className="text-sm text-ink-soft">{link.note}</p>}
        </li>
      ))}
    </ul>
  );
}

/** A brief to read and to print, grouped as it was asked. Folded, its title opens it; paper shows all of it. */
export function BriefView({
  brief,
  title,
  isFolded = false,
}: {
  brief: BriefRecord;
  title: string;
  isFolded?: boolean;
}) {
  const print = (
    <Button variant="quiet" size="sm" className="print:hidden" onClick={() => window.print()}>
      <Printer aria-hidden="true" className="size-4" />
      Print
    </Button>
  );
  const sections = summarizeBrief(brief).map((section) => (
    <Section key={section.step} brief={brief} section={section} />
  ));
  if (!isFolded) {
    return (
      // On paper one thing follows the other: the browser sets rows of a grid over each other where a page ends.
      <Card title={title} className="print:block" actions={print}>
        {sections}
      </Card>
    );
  }
  return (
    <details className="group rounded-lg border border-rule bg-raised print:break-inside-auto">
      <summary className="flex min-h-16 list-none items-center justify-between gap-3 rounded-lg px-5 py-3 hover:text-accent sm:px-7 [&::-webkit-details-marker]:hidden">
        <h2 className="text-lg">{title}</h2>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-faint transition-transform group-open:rotate-180 print:hidden"
        />
      </summary>
      <div className="grid grid-cols-1 gap-5 px-5 pb-5 sm:px-7 sm:pb-7 print:block">
        <div className="-mb-3 justify-self-end">{print}</div>
        {sections}
      </div>
    </details>
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
