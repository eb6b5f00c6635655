import { useState } from 'react';

/** A choice that lives in the address, as it was just made: the address, and what it shows, follow a moment later. */
export function useChosen<Value>(
  value: Value,
  onChange: (value: Value) => void,
): [chosen: Value, choose: (value: Value) => void] {
  const [chosen, setChosen] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setChosen(value);
  }
  const choose = (next: Value) => {
    setChosen(next);
    onChange(next);
  };
  return [chosen, choose];
}
