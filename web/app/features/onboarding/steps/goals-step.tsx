import { prices } from '@atelier/content/prices.ts';
import { PagesQuestion } from '../fields/list-question.tsx';
import { LongTextQuestion } from '../fields/text-question.tsx';

/** Step 3: what it is for, and which pages it begins with. */
export function GoalsStep() {
  return (
    <div className="grid gap-6">
      <LongTextQuestion
        name="goals"
        isOptional
        rows={6}
        hint="What do visitors come for, and what should they do before they leave?"
        placeholder="Half of our bookings come by phone. I want people to book online, and to see the prices first."
      />
      <PagesQuestion
        hint={`Type a name and press Enter or a comma. A website includes ${prices.includedPages} pages; more can be added.`}
        placeholder="Home"
      />
    </div>
  );
}
