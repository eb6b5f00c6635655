import { clsx } from 'clsx';

/** The first letter of a name. Decoration: the name stands beside it. */
export function Avatar({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' | 'lg' }) {
  const [initial = '?'] = name.trim();
  const sizes = { sm: 'size-9 text-sm', md: 'size-11 text-lg', lg: 'size-16 text-2xl' };
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-grid shrink-0 place-items-center rounded-full bg-accent-soft font-display font-semibold text-on-accent-soft uppercase',
        sizes[size],
      )}
    >
      {initial}
    </span>
  );
}
