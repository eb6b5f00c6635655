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
  early.button?.click();
}

function restore(field: Field, value: string | boolean): void {
  if (!field.isConnected) return;
  if (typeof value === 'boolean') {
    if (isToggle(field) && field.checked !== value) field.click();
    return;
  }
  // Through the prototype: React watches assignments to the element's own property and would see no change.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setter?.call(field, '');
  setter?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
