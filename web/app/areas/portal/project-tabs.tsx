import type { ProjectTabName } from '@atelier/domain/pages.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { Tabs } from '../../ui/tabs.tsx';

/** One view of a project. A new one is a folder of its own and a line in the list of tabs that shows it. */
export interface ProjectTab {
  value: ProjectTabName;
  label: string;
  Content: ComponentType<{ project: Project }>;
  /** A count after the name, such as of what is unread. */
  Mark?: ComponentType<{ project: Project }>;
}

/** A project's views. The one that is open is in the address (`?tab=`); a single view needs no row of tabs. */
export function ProjectTabs({
  project,
  tabs,
}: {
  project: Project;
  tabs: readonly [ProjectTab, ...ProjectTab[]];
}) {
  const [params, setParams] = useSearchParams();
  const [first] = tabs;
  const current = tabs.find((tab) => tab.value === params.get('tab')) ?? first;
  if (tabs.length === 1) return <first.Content project={project} />;
  const open = (value: string) => {
    // The address is ahead of the screen while a view is on its way.
    const next = new URLSearchParams(window.location.search);
    if ((next.get('tab') ?? first.value) === value) return;
    if (value === first.value) next.delete('tab');
    else next.set('tab', value);
    setParams(next);
  };
  return (
    <Tabs
      label="Project"
      value={current.value}
      onChange={open}
      items={tabs.map(({ value, label, Content, Mark }) => ({
        value,
        label,
        mark: Mark && <Mark project={project} />,
        content: <Content project={project} />,
      }))}
    />
  );
}
