/**
 * What people do with a prerendered page before its script has arrived: which fields they changed and which
 * button they pressed last. Recorded by a script in the head, played back once the page is live, so that
 * a form begun early keeps its text and an early press is not lost. Links need nothing: they work as they are.
 */
export interface EarlyInput {
  fields: Set<HTMLElement>;
  button: HTMLElement | undefined;
  stop: () => void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/** Starts recording. Runs in the head, before anything can be touched. */
export function recordEarlyInput(): void {
  const opensNatively = 'commandForElement' in HTMLButtonElement.prototype;
  const onInput = (event: Event) => {
    if (event.target instanceof HTMLElement) record.fields.add(event.target);
  };
  const onClick = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || (opensNatively && button.hasAttribute('commandfor'))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    record.button = button;
  };
  // A form sent by the Enter key has no click on most browsers' paths that we can rely on.
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const form = event.target instanceof HTMLFormElement ? event.target : undefined;
    record.button = event.submitter ?? form?.querySelector<HTMLElement>('[type="submit"]') ?? undefined;
  };
  const record: EarlyInput = {
    fields: new Set(),
    button: undefined,
    stop: () => {
      removeEventListener('input', onInput, true);
      removeEventListener('click', onClick, true);
      removeEventListener('submit', onSubmit, true);
    },
  };
  addEventListener('input', onInput, true);
  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit, true);
  window.earlyInput = record;
}
