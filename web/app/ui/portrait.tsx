import { portrait } from './portrait.content.ts';
import { SizedPicture } from './sized-picture.tsx';

/** The person behind the studio, in a circle. `className` sizes it, `sizes` says the same as `<img sizes>` does. */
export function Portrait({
  sizes,
  isDecoration = false,
  className,
}: {
  sizes: string;
  /** Their name is beside it. */
  isDecoration?: boolean;
  className: string;
}) {
  return (
    <SizedPicture
      picture={portrait}
      sizes={sizes}
      isDecoration={isDecoration}
      className={`${className} shrink-0 rounded-full`}
    />
  );
}
