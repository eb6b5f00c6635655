import { BrandMark } from './brand.tsx';

/** While it is being found out what to show. Words come at once for screen readers, to the eye after a moment. */
export function LoadingScreen({ label = 'Loading…' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[60dvh] place-content-center justify-items-center gap-3">
      <BrandMark className="size-8 animate-spin" />
      <p className="text-ink-soft">{label}</p>
    </div>
  );
}
