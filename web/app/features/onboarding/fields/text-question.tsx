import {
  type Brief,
  type BriefField,
  type FieldOf,
  isRequired as isFieldRequired,
  type TextField,
} from '@atelier/domain/onboarding/brief.ts';
import type { ComponentProps, ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { registerField, useQuestion } from './use-question.ts';

interface TextQuestionProps {
  name: TextField;
  /** In place of the question's own. */
  hint?: ReactNode;
  /** Where that depends on other answers. */
  isRequired?: boolean | undefined;
  className?: string | undefined;
}

const AS_TYPED = { autoCapitalize: 'none', spellCheck: false } as const;

/** Hints to the browser and the keyboard. */
const inputAttributes: { [Field in BriefField]?: ComponentProps<'input'> } = {
  contact: { autoComplete: 'name' },
  company: { autoComplete: 'organization' },
  domain: { inputMode: 'url', autoComplete: 'url', ...AS_TYPED },
  gaAdmin: { autoCapitalize: 'none' },
  stripeAdmin: { autoCapitalize: 'none' },
};

/** The initial lines of a longer answer. */
const lineCounts: { [Field in BriefField]?: number } = {
  goals: 6,
  brandNotes: 5,
  constraints: 3,
  successOther: 2,
};

function useTextQuestion({ name, hint, isRequired = isFieldRequired(name), className }: TextQuestionProps) {
  const { form, label, hint: ownHint, placeholder, error } = useQuestion(name);
  return {
    field: { label, hint: hint ?? ownHint, error, isRequired, isOptional: !isRequired, className },
    input: { ...placeholder, ...registerField(form, name) },
  };
}

/** A question answered in one line. */
export function TextQuestion({
  name,
  hint,
  isRequired,
  className,
  ...attributes
}: TextQuestionProps & Omit<ComponentProps<'input'>, keyof TextQuestionProps>) {
  const { field, input } = useTextQuestion({ name, hint, isRequired, className });
  return (
    <Field {...field}>
      <Input {...inputAttributes[name]} {...attributes} {...input} />
    </Field>
  );
}

/** A question answered with a web address. */
export function LinkQuestion({ name }: { name: TextField }) {
  return <TextQuestion name={name} inputMode="url" {...AS_TYPED} />;
}

/** A question answered in sentences. */
export function LongTextQuestion(props: TextQuestionProps) {
  const { field, input } = useTextQuestion(props);
  const rows = lineCounts[props.name];
  return (
    <Field {...field}>
      <Textarea {...(rows && { rows })} {...input} />
    </Field>
  );
}

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

/** Offers the account's address while the field is empty. */
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
