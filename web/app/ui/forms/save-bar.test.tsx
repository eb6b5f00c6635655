import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { Button } from '../button.tsx';
import { Field, Input } from './field.tsx';
import { SaveBar } from './save-bar.tsx';

const fields = Array.from({ length: 30 }, (_, i) => `Line ${i + 1}`);
/** A field, and the gap to the next: as close as the lines of a contract are, and narrower than the buttons. */
const PITCH = 46;

afterEach(() => page.viewport(1024, 768));

describe('SaveBar', () => {
  it('covers no control in part, wherever the form is scrolled to', async () => {
    await page.viewport(1280, 900);
    await render(
      <form className="grid grid-cols-1 gap-0.5">
        {fields.map((label) => (
          <Field key={label} label={label} isLabelHidden className="w-28">
            <Input />
          </Field>
        ))}
        <SaveBar>
          <Button variant="secondary">Save draft</Button>
          <Button>Send to the client…</Button>
        </SaveBar>
      </form>,
    );
    const send = page.getByRole('button', { name: 'Send to the client…' });
    for (let top = 0; top <= PITCH; top += 3) {
      window.scrollTo(0, top);
      expect(send.element().getBoundingClientRect().bottom).toBeLessThan(900);
      await expectAccessible();
    }
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expectAccessible();
  });

  it('covers nothing of a field that gets the focus while a part of it is in view', async () => {
    await page.viewport(1280, 900);
    await render(
      <form className="grid grid-cols-1 gap-0.5">
        {fields.map((label) => (
          <Field key={label} label={label} isLabelHidden className="w-28">
            <Input />
          </Field>
        ))}
        <SaveBar>
          <Button>Save draft</Button>
        </SaveBar>
      </form>,
    );
    window.scrollTo(0, 0);
    const top = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().top ?? 0;
    const covered = [...document.querySelectorAll('input')].find(
      (input) => input.getBoundingClientRect().bottom > top,
    );
    // As Firefox does it, which leaves the page where it is.
    covered?.focus({ preventScroll: true });
    expect(covered?.getBoundingClientRect().bottom).toBeLessThanOrEqual(top);
  });
});
