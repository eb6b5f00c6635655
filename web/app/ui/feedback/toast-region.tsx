import { Toast } from '@base-ui/react/toast';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../icon-button.tsx';
import { displayToasts } from './toast.tsx';

/** Reaches the region while there is one. */
const toastManager = Toast.createToastManager();

const edges: Record<string, string> = {
  neutral: 'border-l-edge',
  success: 'border-l-success',
  danger: 'border-l-danger',
};

/** Nothing in a toast has to be answered, so it isn't the dialog that the library makes of it. */
const noDialog = { role: 'group', 'aria-modal': undefined };

/** Where passing messages appear. Once in the application, in the page from the start so that they are announced. */
export default function ToastRegion() {
  useEffect(() => displayToasts(toastManager), []);
  return (
    <Toast.Provider toastManager={toastManager}>
      <Toast.Viewport className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-end gap-3">
        <Toasts />
      </Toast.Viewport>
    </Toast.Provider>
  );
}

/** The newest is the last: nearest to the edge. */
function Toasts() {
  return Toast.useToastManager()
    .toasts.toReversed()
    .map((toast) => <ToastCard key={toast.id} toast={toast} />);
}

function ToastCard({ toast }: { toast: Toast.Root.ToastObject }) {
  return (
    <Toast.Root
      toast={toast}
      {...noDialog}
      // Its words can be selected.
      swipeDirection={[]}
      className={clsx(
        'pointer-events-auto w-full max-w-104 animate-rise rounded-md border border-rule border-l-4 bg-raised shadow-floating data-limited:hidden',
        edges[toast.type ?? 'neutral'],
      )}
    >
      <Toast.Content className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
        <Toast.Title render={<p />} className="min-w-0 flex-1 text-sm font-medium" />
        <Toast.Action className="min-h-11 px-2 text-sm font-semibold text-accent underline-offset-4 hover:underline" />
        {/* The library hides it from screen readers until toasts are looked at: a stack, which these are not. */}
        <Toast.Close aria-hidden={undefined} render={<IconButton label="Dismiss" />}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  );
}
