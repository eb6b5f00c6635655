import { studio } from '@atelier/content/studio.ts';

/**
 * Says, where JavaScript is switched off, that a form needs it and what to do instead. Such a form has `method="dialog"`, so that
 * the browser by itself sends nothing: what was typed would end up in the address.
 */
export function ScriptNote() {
  return (
    <noscript>
      <p className="rounded-md bg-warning-soft px-4 py-3 text-on-warning-soft">
        This form needs JavaScript, which is turned off in your browser. Turn it on for this site, or write to{' '}
        <a href={`mailto:${studio.email}`} className="font-semibold underline">
          {studio.email}
        </a>
        .
      </p>
    </noscript>
  );
}
