/** The longest to-do, in characters. */
export const TODO_MAX = 200;
/** The message for a to-do without words. */
export const EMPTY_TODO = 'Say what to do.';
/** Most open to-dos of the studio: the overview's list is never paged. */
export const MAX_OPEN_TODOS = 200;
/** How many done to-dos of one project or enquiry are listed, the latest first. */
export const DONE_TODOS_SHOWN = 20;

interface Dated {
  id: string;
  due: string | null;
}

/** The order of open to-dos: the soonest due first, those without a day last, older ones first. */
export function compareTodos(one: Dated, other: Dated): number {
  if (one.due !== other.due) {
    if (one.due === null) return 1;
    if (other.due === null) return -1;
    return one.due < other.due ? -1 : 1;
  }
  return one.id < other.id ? -1 : 1;
}

/** How a to-do stands on a day, given as 2026-11-21. */
export function todoDue({ due }: Pick<Dated, 'due'>, today: string): 'overdue' | 'today' | undefined {
  if (due === null || due > today) return undefined;
  return due === today ? 'today' : 'overdue';
}
