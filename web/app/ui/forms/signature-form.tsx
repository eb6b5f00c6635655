import { MAX_ACCEPTED_NAME } from '@atelier/domain/contracts/rules.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FailureAlert } from '../feedback/query-state.tsx';
import { Field, Input } from './field.tsx';

/** Shows what is accepted, and asks for the name that signs it. Its button is outside, by `id`. */
export function SignatureForm({
  id,
  facts,
  error,
  onSign,
  children,
}: {
  id: string;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Why it wasn't accepted. */
  error: unknown;
  /** Gets the name as it is stored. */
  onSign: (name: string) => void;
  /** Further fields, below the name. */
  children?: ReactNode;
}) {
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const sign = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() !== '') onSign(name.trim());
  };
  return (
    <form id={id} onSubmit={sign} noValidate className="grid grid-cols-1 gap-5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 rounded-md bg-sunken p-4">
        {facts.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Field
        label="Your full name"
        hint="Typing it counts as your signature."
        isRequired
        error={isMissing ? 'Type your name to accept.' : undefined}
      >
        <Input
          value={name}
          autoComplete="name"
          maxLength={MAX_ACCEPTED_NAME}
          onChange={(event) => {
            setMissing(false);
            setName(event.target.value);
          }}
        />
      </Field>
      {children}
      <FailureAlert error={error} fallback="Failed to accept." />
    </form>
  );
}
