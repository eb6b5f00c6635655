/** Something that can be filled in. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What people do with a prerendered page before its script has arrived: what they typed and chose, and which button
 * they pressed last. Recorded by a script in the head, played back once the page is live, so that a form begun
 * early keeps its text and an early press is not lost. Links need nothing: they work as they are. One with
 * `data-asks` asks a known visitor before it leads away; its first press waits, a second one follows it.
 */
interface EarlyInput {
  fields: Map<Field, string | boolean>;
  button: HTMLElement | undefined;
  /** Called when something was recorded: software that helps people presses without a touch or a key before. */
  onInput?: () => void;
  stop: () => void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/** Whether a field is on or off, rather than holding text. */
export const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** Starts recording. Runs in the head, before anything can be touched. */
export function recordEarlyInput(): void {
  const opensNatively = 'commandForElement' in HTMLButtonElement.prototype;
  const onInput = ({ target }: Event) => {
    if (!isField(target)) return;
    record.fields.set(target, isToggle(target) ? target.checked : target.value);
    record.onInput?.();
  };
  // Kept from React as well, which would hear of it a second time when it is played back.
  const hold = (event: Event, button: HTMLElement | undefined) => {
    event.preventDefault();
    event.stopImmediatePropagation();
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
