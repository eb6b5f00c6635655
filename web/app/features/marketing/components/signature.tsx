import { person } from '@atelier/content/person.ts';

/** The person's name, drawn as they write it. */
export function Signature({ className = 'h-11' }: { className?: string }) {
  if (person.signature === '') return null;
  return (
    <svg viewBox="0 0 120 44" fill="none" aria-hidden="true" className={`${className} text-accent`}>
      <path
        d={person.signature}
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
