import type { ReactNode } from 'react';

/** One thing that is set: what it is, its value, and what can be done with it. `children` stand below, such as a form. */
export function SettingRow({
  label,
  value,
  actions,
  children,
}: {
  label: string;
  /** Left out while a form stands in its place. */
  value?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-3 border-t border-rule py-4 first:border-t-0 first:pt-0 last:pb-0">
      {value !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="grid min-w-0 flex-1 basis-48">
            <p className="text-sm text-ink-faint">{label}</p>
            <div className="font-medium [overflow-wrap:anywhere]">{value}</div>
          </div>
          {actions && <div className="-mx-3 flex flex-wrap gap-1 sm:mx-0">{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}
