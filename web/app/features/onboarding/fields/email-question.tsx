import type { Brief, FieldOf } from '@atelier/domain/onboarding/brief.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextQuestion } from './text-question.tsx';

/** A question answered with an address. */
export function EmailQuestion({ name }: { name: FieldOf<'email'> }) {
  return (
    <div className="grid content-start gap-2">
      <TextQuestion
        name={name}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <OwnAddress name={name} />
    </div>
  );
}

/** Offers the address of the client's account, as long as none is given. */
function OwnAddress({ name }: { name: FieldOf<'email'> }) {
  const form = useFormContext<Brief>();
  const isEmpty = useWatch({ control: form.control, name, compute: (email) => email.trim() === '' });
  const session = useSession();
  const address = session.status === 'signed-in' ? session.user.email : undefined;
  if (!isEmpty || !address) return null;
  const use = () => {
    form.setValue(name, address, { shouldDirty: true, shouldValidate: true });
    form.setFocus(name);
  };
  return (
    <Button variant="quiet" size="sm" className="-ml-3 max-w-full justify-self-start" onClick={use}>
      <span className="truncate">Use {address}</span>
    </Button>
  );
}
