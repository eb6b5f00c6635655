import { api } from '@atelier/domain/api.ts';
import { includesRole } from '@atelier/domain/people/rules.ts';
import { PROJECT_TITLE_MAX, projectKind, projectTitle } from '@atelier/domain/projects/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { clsx } from 'clsx';
import { Pencil } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useCall } from '../../lib/api/use-call.ts';
import { useIsClientView } from '../../lib/pages/project-view.ts';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/feedback/query-state.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { briefOf, companyOf } from './project-facts.tsx';
import { renamesProject } from './projects.queries.ts';

/** A project's company and title, which both sides rename in its place. */
export function ProjectHeading({
  project,
  level,
  isCompact = false,
  headingRef,
}: {
  project: Project;
  level: 1 | 2;
  /** On one line on phones. */
  isCompact?: boolean;
  headingRef: RefObject<HTMLHeadingElement | null> | undefined;
}) {
  const Heading = `h${level}` as const;
  const isView = useIsClientView();
  const canRename = !isView && (project.clientRole === null || includesRole(project.clientRole, 'decides'));
  const [editing, setEditing] = useState<'not yet' | 'now' | 'done'>('not yet');
  const isEditing = editing === 'now';
  return (
    <>
      <div className={clsx('min-w-0', isCompact && 'max-sm:flex max-sm:w-full max-sm:items-center')}>
        <Heading
          id="project-heading"
          ref={headingRef}
          tabIndex={-1}
          className={clsx(
            'wrap-anywhere',
            isCompact
              ? 'text-lg max-sm:min-w-0 max-sm:truncate max-sm:leading-6 sm:inline sm:text-2xl'
              : 'inline text-2xl',
          )}
        >
          {companyOf(project)}{' '}
          <span className={isEditing ? 'sr-only' : 'text-ink-soft'}>· {project.title}</span>
        </Heading>
        {project.status === 'submitted' && canRename && !isEditing && (
          <IconButton
            label={`Rename “${project.title}”`}
            title="Rename"
            className="-my-2 ml-1 shrink-0 align-middle print:hidden"
            // It returns when the form is left, and so does the keyboard.
            autoFocus={editing === 'done'}
            onClick={() => setEditing('now')}
          >
            <Pencil aria-hidden="true" className="size-4!" />
          </IconButton>
        )}
      </div>
      {isEditing && <TitleForm project={project} onDone={() => setEditing('done')} />}
    </>
  );
}

/**
 * A project's title in a field. It stays there until it is saved. Another person's title is shown, and the next Save replaces
 * it knowingly.
 */
function TitleForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const rename = useCall(api.renameProject, renamesProject(project._id));
  const [title, setTitle] = useState(project.title);
  const [seen, setSeen] = useState({ title: project.title, tries: 0 });
  // The project was refetched before the failure is shown.
  if (rename.isError && seen.tries !== rename.submittedAt) {
    setSeen({ title: project.title, tries: rename.submittedAt });
  }
  const byFeatures = projectTitle({ title: null, kind: projectKind(briefOf(project).features) });
  return (
    <form
      noValidate
      aria-label="Rename the project"
      className="grid w-full max-w-form grid-cols-1 gap-3"
      onKeyDown={(event) => event.key === 'Escape' && !rename.isPending && onDone()}
      onSubmit={(event) => {
        event.preventDefault();
        if (rename.isPending) return;
        if (title.trim() === seen.title) onDone();
        else {
          const body = { title, seen: seen.title };
          rename.mutate({ params: { id: project._id }, body }, { onSuccess: onDone });
        }
      }}
    >
      <Field label="Title" hint={`Both sides see it. Leave it empty for “${byFeatures}”.`}>
        <Input
          value={title}
          maxLength={PROJECT_TITLE_MAX}
          placeholder={byFeatures}
          autoComplete="off"
          autoFocus
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTitle(target.value)}
        />
      </Field>
      <FailureAlert error={rename.error} fallback="Failed to rename." />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" type="submit" isPending={rename.isPending} pendingLabel="Saving…">
          Save
        </Button>
        <Button size="sm" variant="quiet" onClick={onDone} aria-disabled={rename.isPending || undefined}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
