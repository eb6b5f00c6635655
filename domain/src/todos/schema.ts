import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { studioSubjectSchema } from '../notes/schema.ts';
import { NOT_A_DAY } from '../text.ts';
import { shortText } from '../text-schema.ts';
import { EMPTY_TODO, TODO_MAX } from './rules.ts';

/** Something that the studio has set itself to do. */
export const todoSchema = z.object({
  _id: idSchema,
  id: idSchema,
  text: z.string(),
  /** A day, as 2026-11-21. */
  due: z.string().nullable(),
  /** Null while it is open. */
  doneAt: z.string().nullable(),
  /** Null for one on its own. */
  about: studioSubjectSchema.nullable(),
  createdAt: z.string(),
});
export type Todo = z.infer<typeof todoSchema>;

const todoText = z.string().pipe(shortText(TODO_MAX)).pipe(z.string().min(1, EMPTY_TODO));
const dueDay = z.union([z.iso.date({ error: NOT_A_DAY }), z.literal('').transform(() => null), z.null()]);

export const addTodoSchema = z.object({
  text: todoText,
  due: dueDay.optional(),
  /** A project's or an enquiry's id. */
  about: idSchema.optional(),
  /** Chosen by the sender, one per to-do: sending again with the same key is the same to-do. */
  key: idSchema.optional(),
});
export type AddTodo = z.input<typeof addTodoSchema>;

export const changeTodoSchema = z
  .object({ text: todoText.optional(), due: dueDay.optional(), done: z.boolean().optional() })
  .refine(
    (change) => Object.values(change).some((field) => field !== undefined),
    'Say what to change: the text, the day, or whether it is done.',
  );
export type ChangeTodo = z.output<typeof changeTodoSchema>;
