import type { CaseStudy } from '@atelier/content/cases.ts';
import { FEATURE_NAMES, PACKAGES } from '@atelier/domain/catalogue.ts';

/** The small print of a case study: who, when, how long, and what was in it. */
export function CaseFacts({ study }: { study: CaseStudy }) {
  const facts = [
    { title: 'Client', text: study.sector },
    { title: 'Year', text: String(study.year) },
    { title: 'Began as', text: PACKAGES.find(({ key }) => key === study.package)?.name ?? '' },
    { title: 'Kickoff to launch', text: study.took.text },
  ];
  return (
    <dl className="mt-12 grid grid-cols-2 gap-x-8 gap-y-5 border-t border-rule pt-5 text-sm sm:grid-cols-4">
      {facts.map(({ title, text }) => (
        <div key={title}>
          <dt className="text-ink-soft">{title}</dt>
          <dd className="font-medium">{text}</dd>
        </div>
      ))}
      <div className="col-span-full max-w-measure">
        <dt className="text-ink-soft">What was in it</dt>
        <dd className="font-medium">{study.features.map((id) => FEATURE_NAMES[id]).join(', ')}</dd>
      </div>
    </dl>
  );
}
