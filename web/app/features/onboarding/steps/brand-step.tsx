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
      <TextQuestion
        name="assetsLink"
        isOptional
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        hint="A shared folder with logo, photos and texts. Make sure that the link can be opened by others."
      />
      <TextQuestion
        name="tone"
        isOptional
        hint="Three words are enough. They steer every sentence on the site."
        placeholder="Clear, confident, helpful"
      />
    </div>
  );
}
