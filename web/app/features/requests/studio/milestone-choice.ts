import { isMilestoneOpen, type MilestoneStatus } from '@atelier/domain/milestones/rules.ts';

/** A milestone as requests know it. */
export interface AwaitingMilestone {
  _id: string;
  title: string;
  due: string | null;
  status: MilestoneStatus;
}

/** The milestones that something can still be brought for, and the one that is chosen already. */
export function milestoneChoices(milestones: readonly AwaitingMilestone[], chosenId: string | null) {
  return milestones
    .filter(({ _id, status }) => _id === chosenId || isMilestoneOpen(status))
    .map(({ _id, title }) => ({ value: _id, label: title }));
}
