import {
  CHECK_NAMES,
  FINDING_LEVELS,
  type Finding,
  type FindingLevel,
} from '@atelier/domain/health/rules.ts';
import { Badge } from '../../ui/badge.tsx';

const BADGES: Record<FindingLevel, { tone: 'success' | 'info' | 'danger'; words: string }> = {
  ok: { tone: 'success', words: 'OK' },
  notice: { tone: 'info', words: 'Note' },
  problem: { tone: 'danger', words: 'Needs you' },
};

/** What was checked, the gravest first. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const gravity = ({ level }: Finding) => -FINDING_LEVELS.indexOf(level);
  const sorted = [...findings].sort((a, b) => gravity(a) - gravity(b));
  return (
    <ul className="grid grid-cols-1 divide-y divide-rule">
      {sorted.map(({ id, level, sentence, whatToDo }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 py-2 sm:grid-cols-[10rem_6rem_minmax(0,1fr)]"
        >
          <span className="font-semibold">{CHECK_NAMES[id]}</span>
          <span>
            <Badge tone={BADGES[level].tone}>{BADGES[level].words}</Badge>
          </span>
          <span className="grid grid-cols-1 gap-1 wrap-anywhere max-sm:col-span-full">
            <span>{sentence}</span>
            {whatToDo && <span className="text-sm text-ink-soft">{whatToDo}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The whole in one sentence. */
export function summaryOf(findings: readonly Finding[]): string {
  const problems = findings.filter(({ level }) => level === 'problem').length;
  const notes = findings.filter(({ level }) => level === 'notice').length;
  if (problems === 0 && notes === 0) return 'Nothing needs you.';
  if (problems === 0) return `Nothing is broken. ${notes === 1 ? '1 note' : `${notes} notes`} below.`;
  return problems === 1 ? '1 thing needs you.' : `${problems} things need you.`;
}
