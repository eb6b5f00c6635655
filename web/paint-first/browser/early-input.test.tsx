import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepControls, recordEarlyInput, replayEarlyInput } from './early-input.ts';

let app: HTMLElement;

beforeEach(() => {
  app = document.createElement('main');
  app.innerHTML = '<input name="username"><input name="email" type="email"><button>Send</button>';
  document.body.append(app);
  recordEarlyInput();
});

afterEach(() => {
  window.earlyInput?.stop();
  delete window.earlyInput;
  app.remove();
});

const field = (name: string) =>
  app.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.unreachable(name);

/** Types into the first field, with the caret after the second letter. */
function type(text: string): void {
  field('username').focus();
  field('username').value = text;
  field('username').setSelectionRange(2, 2);
  field('username').dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Draws the whole page again, as React does where it doesn't fit. */
function drawAgain(): void {
  app.replaceChildren(...[...app.children].map((child) => child.cloneNode() as Element));
}

test('what was typed early keeps its caret when the page is drawn again', () => {
  type('vera');
  keepControls(app);
  drawAgain();
  replayEarlyInput(app);
  const { value, selectionStart } = field('username');
  expect([value, selectionStart, document.activeElement]).toEqual(['vera', 2, field('username')]);
});

test.each(['email', 'button'])(
  'the focus stays on the %s that the visitor moved to during hydration',
  (name) => {
    type('vera');
    keepControls(app);
    const next = name === 'button' ? (app.querySelector('button') as HTMLElement) : field(name);
    next.focus();
    replayEarlyInput(app);
    expect(document.activeElement).toBe(next);
    expect(field('username').value).toBe('vera');
  },
);
