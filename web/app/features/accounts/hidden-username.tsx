/** Tells a password manager whose password a form is about, where the form itself does not ask for it. */
export function HiddenUsername({ value }: { value: string }) {
  return <input type="text" name="username" autoComplete="username" value={value} readOnly hidden />;
}
