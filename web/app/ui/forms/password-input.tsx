import { type ComponentProps, useState } from 'react';
import { IconButton } from '../icon-button.tsx';
import { Eye, EyeOff } from '../icons.tsx';
import { Input } from './field.tsx';

/** A password with a button that shows and hides it. Hidden again whenever the form is left. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="relative block">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pr-12"
      />
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        aria-pressed={isShown}
        className="absolute top-0 right-0"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </IconButton>
    </span>
  );
}
