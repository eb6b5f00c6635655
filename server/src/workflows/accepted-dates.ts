import { contractWords } from '@atelier/content/contract-terms.ts';
import { daysBetween } from '@atelier/domain/days.ts';
import { datesAfterWait, movedLines } from '@atelier/domain/milestones/moved-dates.ts';
import { STUDIO_ITSELF } from '../core/projects/project-event.ts';
import { listBriefs } from '../core/projects/projects.repository.ts';
import { parseBrief } from '../core/projects/stored-brief.ts';
import { versionTerms } from '../features/contracts/contract-terms.ts';
import type { ContractsDeps } from '../features/contracts/contracts.service.ts';
import { listMilestones } from '../features/milestones/milestones.repository.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';

/** Moves a plan's open dates by the days that its contract waited for its acceptance, as the clause about time says. */
export function moveAcceptedDates(milestones: MilestonesService): ContractsDeps['moveDates'] {
  return async (trx, { project, version, at }) => {
    const days = daysBetween(version.sent_at.slice(0, 10), at.slice(0, 10));
    if (days <= 0) return {};
    const [row] = await listBriefs(trx, [project.id]);
    const brief = row && parseBrief(row);
    const isFixed = brief?.timelineConfidence === 'hard' && brief.target !== '';
    const { moved, kept } = datesAfterWait(await listMilestones(trx, project.id), {
      days,
      launch: isFixed ? { fixedOn: brief.target, title: contractWords.launchTitle } : null,
    });
    if (moved.length === 0) return {};
    await milestones.moveDates(trx, { id: project.id, by: STUDIO_ITSELF }, moved);
    const parts = versionTerms(version)?.plan.parts ?? [];
    const own = [
      ...kept.map(({ due, title }) => `${due} ${title}`),
      ...parts.flatMap(({ due, date, label }) => (due === 'date' && date !== null ? `${date} ${label}` : [])),
    ];
    // The client reads it too, who doesn't know of drafts.
    const shown = movedLines(moved.filter(({ published }) => published === 1));
    return {
      daysMoved: days,
      ...(shown && { moved: shown }),
      ...(own.length > 0 && { kept: own.join('\n') }),
    };
  };
}
