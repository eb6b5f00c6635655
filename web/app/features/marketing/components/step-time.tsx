import { Fragment } from 'react';

/** The duration of a process step. Of several spans, none breaks across lines. */
export function StepTime({ when, className }: { when: string; className: string }) {
  const spans = when.split(', ');
  return (
    <p className={className}>
      {spans.map((span, position) => (
        <Fragment key={span}>
          {position > 0 && ' '}
          <span className="inline-block">{position < spans.length - 1 ? `${span},` : span}</span>
        </Fragment>
      ))}
    </p>
  );
}
