import { NotesPanel } from '../../features/notes/notes-panel.tsx';
import { TodosPanel } from '../../features/todos/todos-panel.tsx';

/** What only the studio has about a project or an enquiry: its to-dos and its notes. */
export function OwnRecords({ about }: { about: string }) {
  return (
    <>
      <TodosPanel about={about} />
      <NotesPanel about={about} />
    </>
  );
}
