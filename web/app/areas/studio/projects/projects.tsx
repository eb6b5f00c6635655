import { studio } from '@atelier/content/studio.ts';
import { api } from '@atelier/domain/api.ts';
import { FileCheck } from 'lucide-react';
import type { MetaDescriptor } from 'react-router';
import type { AdminHandle } from '../../../lib/pages/page-routes.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ChoiceGroup } from '../../../ui/forms/choices.tsx';
import { DownloadButton } from '../../../ui/list/download-button.tsx';
import { useChosen, useListAddress } from '../../../ui/list/list-address.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Board } from './board/board.tsx';
import { ProjectList } from './project-list.tsx';
import { projectFilter, useKeepListPlace, useProjectsView } from './projects-view.ts';

export const meta = (): MetaDescriptor[] => [{ title: `Projects · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

const views = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const;

/** /admin/projects: all projects as a list, or those under way as a board. */
export default function Projects() {
  useKeepListPlace();
  const [view, show] = useProjectsView();
  const [chosen, choose] = useChosen(view, show);
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader
        title="Projects"
        actions={
          <>
            <ButtonLink to="/admin/contracts" variant="secondary" size="sm">
              <FileCheck aria-hidden="true" className="size-4" />
              Accepted contracts
            </ButtonLink>
            {view === 'list' && <DownloadShown />}
            <ChoiceGroup
              legend="Shown as"
              isLegendHidden
              choices={views}
              value={chosen}
              onChange={choose}
              className="max-sm:[&_label]:px-2.5"
            />
          </>
        }
      />
      {view === 'board' ? <Board /> : <ProjectList />}
    </div>
  );
}

/** Downloads the list with its current filter. */
function DownloadShown() {
  const { q, status } = useListAddress(projectFilter).address;
  return <DownloadButton endpoint={api.exportProjects} query={{ q, status }} />;
}
