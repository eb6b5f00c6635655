/** A form field. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What a visitor does with a prerendered page before its scripts arrive: what they type and choose, and
 * the button they press last. A script in the head records it; the live page plays it back, so that a
 * form keeps its text and a press isn't lost. Links work without scripts. One with `data-asks` asks a
 * known visitor before it leads away: its first press waits, a second one follows it.
 */
interface EarlyInput {
  fields: Map<Field, string | boolean>;
  button: HTMLElement | undefined;
  /** The controls of the page as it was painted, and which of them has the focus. */
  controls: Element[];
  focused?: Element | null;
  /** Called when something was recorded: assistive software presses without a touch or a key before. */
  onInput?: () => void;
  stop: () => void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/** Whether a field is on or off, rather than holding text. */
const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** Shows that a press waits. A style set by a script is none that the content policy refuses. */
function mark(button: HTMLElement | undefined, isWaiting: boolean): void {
  if (!button) return;
  if (isWaiting) {
    button.ariaBusy = 'true';
    button.style.opacity = '0.6';
    return;
  }
  button.ariaBusy = null;
  button.removeAttribute('style');
}

/** Starts recording. Runs in the head, before anything can be touched. */
export function recordEarlyInput(): void {
  const opensNatively = 'commandForElement' in HTMLButtonElement.prototype;
  const onInput = ({ target }: Event) => {
    if (!isField(target)) return;
    record.fields.set(target, isToggle(target) ? target.checked : target.value);
    record.onInput?.();
  };
  // Hidden from React too, which would handle it a second time when it is replayed.
  const hold = (event: Event, button: HTMLElement | undefined) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    mark(record.button, false);
    mark(button, true);
    record.button = button;
    record.onInput?.();
  };
  const isKnown = () => document.documentElement.dataset.known !== undefined;
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const button = target?.closest('button');
    const link = target?.closest<HTMLElement>('a[data-asks]');
    if (button && !(opensNatively && button.hasAttribute('commandfor'))) hold(event, button);
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (link && isPlain && isKnown() && record.button !== link) hold(event, link);
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target instanceof HTMLFormElement ? event.target : undefined;
    hold(event, event.submitter ?? form?.querySelector<HTMLElement>('[type="submit"]') ?? undefined);
  };
  const record: EarlyInput = {
    fields: new Map(),
    button: undefined,
    controls: [],
    stop: () => {
      mark(record.button, false);
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

const CONTROLS = 'a, button, input, select, textarea';

/** Remembers what the page's controls hold, right before React takes the page over: it may have to draw it again. */
export function keepControls(app: Element): void {
  const early = window.earlyInput;
  if (!early) return;
  early.controls = [...app.querySelectorAll(CONTROLS)];
  early.focused = document.activeElement;
  for (const control of early.controls) {
    // Password managers fill in fields without an event.
    if (!isField(control) || control instanceof HTMLSelectElement || early.fields.has(control)) continue;
    if (isToggle(control)) {
      if (control.checked !== control.defaultChecked) early.fields.set(control, control.checked);
    } else if (control.value !== control.defaultValue) early.fields.set(control, control.value);
  }
}

/**
 * Ends the recording, puts back what a form's own defaults have overwritten, with the events of typing, and the
 * focus, and presses the button that was pressed too early. Does nothing the second time.
 */
export function replayEarlyInput(app: ParentNode): void {
  const early = window.earlyInput;
  if (!early) return;
  const { controls, fields, focused, button } = early;
  early.stop();
  delete window.earlyInput;
  const now = [...app.querySelectorAll(CONTROLS)];
  /** The control that stands in the place of one that React has drawn again. */
  const current = <Control extends Element>(control: Control): Control | undefined => {
    if (control.isConnected) return control;
    const isPeer = (other: Element) =>
      other.tagName === control.tagName && other.getAttribute('name') === control.getAttribute('name');
    return now.filter(isPeer)[controls.filter(isPeer).indexOf(control)] as Control | undefined;
  };
  // Both are missing or null in a control without a selection, such as a button or a field for addresses.
  const { selectionStart, selectionEnd } = (focused ?? {}) as Partial<HTMLInputElement>;
  for (const [field, value] of fields) {
    const here = current(field);
    if (here) restore(here, value);
  }
  const place = focused ? (current(focused) as HTMLInputElement | undefined) : undefined;
  if (document.activeElement === document.body) place?.focus({ preventScroll: true });
  // Not where the visitor has moved to another control meanwhile: it may not take a selection.
  if (selectionStart != null && document.activeElement === place) {
    place?.setSelectionRange(selectionStart, selectionEnd ?? null);
  }
  if (!button) return;
  // In a separate task, after the form has read the restored values.
  setTimeout(() => current(button)?.click());
}

function restore(field: Field, value: string | boolean): void {
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
