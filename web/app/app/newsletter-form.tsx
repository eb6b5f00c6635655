import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { StatusLine } from '../ui/status-line.tsx';

/**
 * The footer's newsletter form. It sends nothing anywhere (specification section 2), and says so instead of thanking for what
 * did not happen.
 */
export function NewsletterForm() {
  const [answer, setAnswer] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAnswer('The newsletter has not started yet, so your address was not sent or kept.');
  };
  return (
    <form onSubmit={submit} className="grid max-w-sm gap-2">
      <Field label="Newsletter">
        <Input type="email" name="email" required autoComplete="email" placeholder="you@example.com" />
      </Field>
      <Button type="submit" variant="secondary" className="justify-self-start">
        Subscribe
      </Button>
      <StatusLine>{answer}</StatusLine>
    </form>
  );
}
