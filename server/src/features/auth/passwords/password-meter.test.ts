import { runInNewContext } from 'node:vm';
import { passwordStrength } from '@atelier/domain/auth/rules.ts';
import { describe, expect, it } from 'vitest';
import { PASSWORD_METER_SCRIPT } from './password-meter.ts';

/** The three elements that the script works on, and what they are told. */
function openPage() {
  const listeners = new Map<string, () => void>();
  const button = { disabled: false };
  const on = (name: string, listener: () => void) => void listeners.set(name, listener);
  const field = {
    value: '',
    addEventListener: on,
    form: { addEventListener: on, querySelector: () => button },
  };
  const meter = { hidden: true, value: 0 };
  const words = { hidden: true, textContent: '' };
  const elements: Record<string, object> = { password: field, strength: meter, 'strength-words': words };
  runInNewContext(PASSWORD_METER_SCRIPT, { document: { getElementById: (id: string) => elements[id] } });
  const type = (password: string) => {
    field.value = password;
    listeners.get('input')?.();
  };
  return { type, meter, words, button, submit: () => listeners.get('submit')?.() };
}

describe('PASSWORD_METER_SCRIPT', () => {
  it.each([
    'a',
    'abcdefgh',
    'abcdefghijkl',
    'Abcdefgh',
    'Abcdefghijkl',
    'Abcdefghijk1!',
    'ÄÖÜäöü12%',
    'aB 3 ',
  ])('says of %j what the pages of the site say', (password) => {
    const page = openPage();
    page.type(password);
    const { score, label } = passwordStrength(password);
    expect(page.words).toEqual({ hidden: false, textContent: `Password strength: ${label}` });
    expect(page.meter).toEqual({ hidden: false, value: Math.max(score, 1) });
  });

  it('says nothing of an empty field, and lets the form be sent once', () => {
    const page = openPage();
    page.type('abc');
    page.type('');
    expect([page.meter.hidden, page.words.hidden, page.button.disabled]).toEqual([true, true, false]);
    page.submit();
    expect(page.button.disabled).toBe(true);
  });
});
