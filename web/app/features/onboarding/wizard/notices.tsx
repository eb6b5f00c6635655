import { featureName } from '@atelier/content/offer.ts';
import { startTitles } from '@atelier/content/onboarding.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { FEATURE_IDS, type FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import type { StartIntent } from '../draft/start-parameters.ts';

/** The selection in the address while the draft's own stays: the client may take it. */
export function OfferedSelection({ offered }: { offered: readonly FeatureId[] | undefined }) {
  const form = useFormContext<Brief>();
  const [isAnswered, setIsAnswered] = useState(false);
  if (!offered || isAnswered) return null;
  const use = () => {
    const features = FEATURE_IDS.filter((id) => offered.includes(id));
    form.setValue('features', features, { shouldDirty: true });
    setIsAnswered(true);
  };
  return (
    <Alert
      title="Your saved draft keeps its own selection"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={use}>
            Use the new selection
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setIsAnswered(true)}>
            Keep the draft’s
          </Button>
        </div>
      }
    >
      You just chose: {offered.map(featureName).join(', ')}.
    </Alert>
  );
}

/** Where the answers come from that an invited client finds. */
export function PrefilledNotice({ writtenAt }: { writtenAt: string | undefined }) {
  if (writtenAt === undefined) return null;
  return (
    <Alert title="I’ve filled in what you told me already">
      It’s from your message of {formatDate(writtenAt)}. Change anything you like.
    </Alert>
  );
}

/** Offers the version that was not chosen, while the wizard is open. */
export function SetAside({ isThere, onSwap }: { isThere: boolean; onSwap: () => void }) {
  if (!isThere) return null;
  return (
    <Alert
      title="The other version is set aside"
      action={
        <Button size="sm" variant="secondary" onClick={onSwap}>
          Switch to the other version
        </Button>
      }
    >
      You can switch back until you leave this page.
    </Alert>
  );
}

/** The top of the wizard: its title, by the link that led here, and that nothing gets lost. */
export function WizardTitle({ intent, isBack = false }: { intent: StartIntent; isBack?: boolean }) {
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
      <h1 className="text-xl">{startTitles[intent]}</h1>
      <p className="text-ink-faint text-xs sm:text-sm">
        {isBack && <span>Welcome back. </span>}
        <span>Progress saves automatically. You can return anytime.</span>
      </p>
    </header>
  );
}
