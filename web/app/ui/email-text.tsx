/** An address that breaks after its "@" before it breaks anywhere else. Its text is the address alone. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  if (at === 0) return email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
