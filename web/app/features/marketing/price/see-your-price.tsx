import type { PageAddress } from '@atelier/domain/pages.ts';
import { type ComponentType, useState } from 'react';
import { useNavigate } from '../../../lib/pages/links.ts';
import { ProgressBar } from '../../../ui/feedback/status.tsx';
import type { PriceConfiguratorProps } from './price-configurator.tsx';

/** Opens the configurator, whose code loads with the first press. Without that code, the wizard opens. */
export function SeeYourPrice({
  features,
  to,
  className,
}: Pick<PriceConfiguratorProps, 'features'> & {
  /** The wizard with the same selection. */
  to: PageAddress;
  className: string;
}) {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [Configurator, setConfigurator] = useState<ComponentType<PriceConfiguratorProps>>();
  const open = async () => {
    setIsOpen(true);
    try {
      const { default: loaded } = await import('./price-configurator.tsx');
      setConfigurator(() => loaded);
    } catch {
      setIsOpen(false);
      void navigate(to);
    }
  };
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={className} onClick={() => void open()}>
        See your price
      </button>
      {Configurator ? (
        <Configurator features={features} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      ) : (
        isOpen && <ProgressBar />
      )}
    </>
  );
}
