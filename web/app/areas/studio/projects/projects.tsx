import { studio } from '@atelier/content/studio.ts';
import { api } from '@atelier/domain/api.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import { PROJECT_STAGES, projectStageLabels, projectTitle } from '@atelier/domain/projects/rules.ts';
import type { BoardCard } from '@atelier/domain/projects/schema.ts';
import { shortId } from '@atelier/domain/text.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileCheck, FolderOpen } from 'lucide-react';
import type { MetaDescriptor } from 'react-router';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys } from '../../../lib/api/query-client.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/pages/links.ts';
import type { AdminHandle } from '../../../lib/pages/page-routes.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { ChoiceGroup } from '../../../ui/forms/choices.tsx';
import { DownloadButton } from '../../../ui/list/download-button.tsx';
import { useChosen, useListAddress } from '../../../ui/list/list-address.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ProjectList } from './project-list.tsx';
import { projectFilter, useKeepListPlace, useProjectsView } from './projects-view.ts';

const getBoard = () =>
  queryOptions({
    queryKey: [...adminKeys.projects, 'board'],
    queryFn: ({ signal }) => callApi(api.getBoard, { signal }),
  });

/** Projects under way, in a column per stage: eight, four by two, two by four, or one on phones. */
function Board() {
  const board = useQuery(getBoard());
  const state = (
    <QueryState query={board} label="Loading the board…" rows={8} fallback="Failed to load projects." />
  );
  if (!board.data) return state;
  const { items, isWhole } = board.data;
  return (
    <div className="grid grid-cols-1 gap-5">
      {state}
      {!isWhole && (
        <Alert tone="info">
          These changed last. Everything else is in the list, where you can search it.
        </Alert>
      )}
      {items.length === 0 ? (
        <EmptyState icon={<FolderOpen aria-hidden="true" />} title="No projects.">
          Work in progress appears here, by stage.
        </EmptyState>
      ) : (
        <section aria-label="Board" className="@container">
          <div className="grid grid-cols-1 gap-3 @min-[40rem]:grid-cols-2 @min-[56rem]:grid-cols-4 @min-[84rem]:grid-cols-8">
            {PROJECT_STAGES.map((stage) => (
              <Column
                key={stage}
                title={projectStageLabels[stage]}
                cards={items.filter((card) => card.stage === stage)}
              />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

function Column({ title, cards }: { title: string; cards: readonly BoardCard[] }) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-1 content-start gap-3 rounded-lg bg-neutral-soft/50 p-2.5"
    >
      <h2 className="flex items-baseline justify-between gap-2 px-1 text-base">
        {title}
        <span className="font-sans text-sm font-normal text-ink-soft tabular-nums">{cards.length}</span>
      </h2>
      {cards.length === 0 ? (
        <p className="px-1 text-sm text-ink-soft">Nothing here.</p>
      ) : (
        <ul className="grid grid-cols-1 gap-2">
          {cards.map((card) => (
            <li key={card._id} className="@container">
              <ProjectCard card={card} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ProjectCard({ card }: { card: BoardCard }) {
  const { total, approved } = card.milestones;
  return (
    <Link
      to={studioProjectPath(card._id)}
      className="grid min-h-11 grid-cols-1 gap-1 rounded-md border border-rule bg-raised p-3 no-underline hover:border-accent"
    >
      <span className="font-semibold wrap-anywhere">{projectTitle(card)}</span>
      <span className="flex justify-between gap-x-3 text-xs text-ink-soft @max-[11rem]:flex-col">
        <span className="font-mono">#{shortId(card._id)}</span>
        <time dateTime={card.updatedAt} title={formatDateTime(card.updatedAt)}>
          {formatAgo(card.updatedAt)}
        </time>
      </span>
      {total > 0 && (
        <span className="text-sm text-ink-soft tabular-nums">
          {approved} of {total} approved
        </span>
      )}
    </Link>
  );
}

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
