import type { Brief } from '@atelier/domain/onboarding/schema.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextQuestion } from '../fields/text-question.tsx';
import { TimeZoneQuestion } from '../fields/time-zone-question.tsx';

/** Step 2: who the work is for. Contact and e-mail are the only answers that have to be given. */
export function BusinessStep() {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <TextQuestion name="contact" hint="Who I talk to about this project." isRequired autoComplete="name" />
      <div className="grid content-start gap-2">
        <TextQuestion
          name="email"
          hint="Where the proposal goes."
          isRequired
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <OwnAddress />
      </div>
      <TextQuestion
        name="company"
        hint="As it should read on the contract."
        isOptional
        autoComplete="organization"
      />
      <TextQuestion
        name="domain"
        hint="Your site's address, if you have one."
        isOptional
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="example.com"
      />
      <TimeZoneQuestion hint="So that calls are planned for your daytime." />
    </div>
  );
}

/** Offers the address that the person signed in with, as long as none is given. */
function OwnAddress() {
  const form = useFormContext<Brief>();
  const isEmpty = useWatch({ control: form.control, name: 'email', compute: (email) => email.trim() === '' });
  const session = useSession();
  const address = session.status === 'signed-in' ? session.user.email : undefined;
  if (!isEmpty || !address) return null;
  const use = () => {
    form.setValue('email', address, { shouldDirty: true, shouldValidate: true });
    form.setFocus('email');
  };
  return (
    <Button variant="quiet" size="sm" className="-ml-3 max-w-full justify-self-start" onClick={use}>
      <span className="truncate">Use {address}</span>
    </Button>
  );
}
