import type { CaseStudy } from '@atelier/content/cases.ts';
import { FEATURE_NAMES, PACKAGES } from '@atelier/domain/onboarding/catalogue.ts';
import { Fragment } from 'react';

/** The small print of a case study: who, when, how long, and what was in it. No feature's name is broken across two lines. */
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
        <dd className="font-medium">
          {study.features.map((id, position) => (
            <Fragment key={id}>
              {position > 0 && ' '}
              <span className="inline-block">
                {position < study.features.length - 1 ? `${FEATURE_NAMES[id]},` : FEATURE_NAMES[id]}
              </span>
            </Fragment>
          ))}
        </dd>
      </div>
    </dl>
  );
}
