import type { Brief } from '@atelier/domain/onboarding.ts';
import { isWebLink } from '@atelier/domain/text.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { LongTextQuestion, TextQuestion } from '../fields/text-question.tsx';

/** Step 5: how it should look and sound, and where the material is. */
export function BrandStep() {
  return (
    <div className="grid gap-6">
      <LongTextQuestion
        name="brandNotes"
        isOptional
        rows={5}
        hint="Colours, type, a logo, things you love or cannot stand. Nothing yet is an answer too."
      />
      <AssetsQuestion />
      <TextQuestion
        name="tone"
        isOptional
        hint="Three words are enough. They steer every sentence on the site."
        placeholder="Clear, confident, helpful"
      />
    </div>
  );
}

function AssetsQuestion() {
  const { control } = useFormContext<Brief>();
  const isNoLink = useWatch({
    control,
    name: 'assetsLink',
    compute: (link) => link.trim() !== '' && !isWebLink(link.trim()),
  });
  return (
    <TextQuestion
      name="assetsLink"
      isOptional
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="https://"
      hint={
        isNoLink
          ? 'It will be kept as text: only addresses that begin with https:// or http:// can be opened by a click.'
          : 'A shared folder with logo, photos and texts. Make sure that the link can be opened by others.'
      }
    />
  );
}
