import { Fragment } from 'react';

/** How long a step of the process takes. Where it names several spans, none of them is broken across two lines. */
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
