import { type Brief, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { DraftConflict } from '../draft/saving-state.ts';
import type { Draft } from '../draft/use-draft.ts';
import { browserTimeZone } from '../fields/time-zones.ts';

/**
 * The choice between the answers of this page and what happened to the draft elsewhere. The version that is not chosen
 * stays at hand until the wizard is left.
 */
export function useChoice({
  draft,
  form,
  goTo,
}: {
  draft: Draft;
  form: UseFormReturn<Brief>;
  goTo: (step: number) => void;
}) {
  const { conflict } = draft.state;
  const [postponed, setPostponed] = useState<DraftConflict>();
  const [setAside, setSetAside] = useState<Brief>();
  const mine = () => structuredClone(form.getValues());

  const keepMine = () => {
    if (conflict?.kind === 'changed')
      setSetAside(resumeBrief(conflict.theirs.data, conflict.theirs.data.timezone));
    void draft.saver.keepMine();
  };
  const takeTheirs = () => {
    setSetAside(mine());
    const theirs = conflict?.kind === 'changed' ? conflict.theirs : undefined;
    form.reset(theirs ? resumeBrief(theirs.data, theirs.data.timezone) : emptyBrief(browserTimeZone()));
    draft.saver.adopt(theirs);
    if (!theirs) goTo(1);
  };
  /** Puts the version set aside on the page, and the page's aside. */
  const swap = () => {
    if (!setAside) return;
    const other = setAside;
    setSetAside(mine());
    form.reset(other);
    draft.saver.edit();
  };
  return {
    isOpen: conflict !== undefined && conflict !== postponed,
    open: () => setPostponed(undefined),
    close: () => setPostponed(conflict),
    keepMine,
    takeTheirs,
    hasSetAside: setAside !== undefined,
    swap,
  };
}
