import type { AnsweredQuestion } from '@atelier/content/brief-summary.ts';
import { type AnswerKind, BRIEF, type BriefRecord } from '@atelier/domain/onboarding/brief.ts';
import { isSimpleEmail } from '@atelier/domain/text.ts';
import { mailLink } from '../../../lib/contact-links.ts';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { groupFeatures } from './feature-groups.ts';

/** Answers of a few words each. */
const SHORT_LISTS: readonly AnswerKind[] = ['comma-list', 'entries'];

/** One answer of a brief. All of it was typed by somebody: text stays text, and only web links open. */
export function AnswerView({ brief, answer }: { brief: BriefRecord; answer: AnsweredQuestion }) {
  const { field, lines } = answer;
  const [line = ''] = lines;
  const { kind } = BRIEF[field];
  if (kind === 'features') return <Features chosen={brief.features} />;
  if (field === 'inspirationUrls') return <Links links={brief.inspirationUrls} />;
  if (kind === 'link') return <SafeLink href={line} />;
  if (kind === 'email' && isSimpleEmail(line)) {
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
