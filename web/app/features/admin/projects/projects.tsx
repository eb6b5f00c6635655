import { studio } from '@atelier/content/studio.ts';
import { type MetaDescriptor, useSearchParams } from 'react-router';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import type { AdminHandle } from '../admin-handle.ts';
import { Board } from './board.tsx';
import { ProjectList } from './project-list.tsx';

export const meta = (): MetaDescriptor[] => [{ title: `Projects · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

const views = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const;

/** Everybody's projects: as a list, or what is under way as a board (`?view=board`). */
export default function Projects() {
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'board' ? 'board' : 'list';
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Projects"
        actions={
          <ChoiceGroup
            legend="Shown as"
            isLegendHidden
            choices={views}
            value={view}
            onChange={(wanted) => setParams(wanted === 'board' ? { view: 'board' } : {})}
          />
        }
      />
      {view === 'board' ? <Board /> : <ProjectList />}
    </div>
  );
}
