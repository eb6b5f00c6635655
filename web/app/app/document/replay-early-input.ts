import './early-input.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The value as the person left it, read before the page becomes live and may reset it. */
export type EarlyValues = ReadonlyMap<Field, string | boolean>;

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

function isField(element: HTMLElement): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** What has been typed and chosen so far. */
export function readEarlyValues(): EarlyValues {
  const fields = [...(window.earlyInput?.fields ?? [])].filter(isField);
  return new Map(fields.map((field) => [field, isToggle(field) ? field.checked : field.value]));
}

/**
 * Ends the recording, puts back what a form's own defaults may have overwritten, tells the form of it, and
 * presses the button that was pressed too early.
 */
export function replayEarlyInput(values: EarlyValues): void {
  const early = window.earlyInput;
  if (!early) return;
  early.stop();
  delete window.earlyInput;
  for (const [field, value] of values) restore(field, value);
  // In a task of its own: the form must have taken in what was put back.
  setTimeout(() => early.button?.click());
}

function restore(field: Field, value: string | boolean): void {
  if (!field.isConnected) return;
  if (typeof value === 'boolean') {
    if (isToggle(field) && field.checked !== value) field.click();
    return;
  }
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  // React took the early text for the field's own and reports only what changes: so it is emptied and filled again.
  for (const text of ['', value]) type(field, text);
}

/** As if typed: through the prototype, because React watches assignments to the element's own property. */
function type(field: Field, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
