import { useId, useRef } from 'react';
import { TodoList } from './todo-list.tsx';

/** The studio's to-dos about a project or an enquiry; without its id, all that are open. */
export function TodosPanel({ about }: { about?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 content-start gap-3">
      <h2
        ref={heading}
        id={id}
        tabIndex={-1}
        className={about === undefined ? 'text-xl outline-none' : 'text-lg outline-none'}
      >
        To-dos
      </h2>
      <TodoList key={about} heading={heading} {...(about !== undefined && { about })} />
    </section>
  );
}
