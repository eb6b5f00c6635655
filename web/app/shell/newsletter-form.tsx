import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { StatusLine } from '../ui/feedback/status-line.tsx';
import { Field } from '../ui/forms/field.tsx';
import { Input } from '../ui/forms/input.tsx';

/**
 * The footer's newsletter form. It sends nothing anywhere (specification section 2), and says so before and after instead of
 * thanking for what did not happen. The feed does what a newsletter would.
 */
export function NewsletterForm() {
  const [answer, setAnswer] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAnswer('Nothing was sent or kept: there is no newsletter yet. The feed has every note.');
  };
  return (
    <form method="dialog" onSubmit={submit} className="grid max-w-sm gap-2">
      <Field
        label="Newsletter"
        hint={
          <>
            Not started yet: this sends nothing. New notes are in the{' '}
            <a href="/feed.xml" className="underline underline-offset-4">
              feed
            </a>
            .
          </>
        }
      >
        <div className="flex max-xs:flex-wrap gap-2">
          <Input type="email" name="email" required autoComplete="email" placeholder="you@example.com" />
          <Button type="submit" variant="secondary">
            Subscribe
          </Button>
        </div>
      </Field>
      <StatusLine>{answer}</StatusLine>
    </form>
  );
}
