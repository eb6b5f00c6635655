import { person } from '@atelier/content/person.ts';
import { studio } from '@atelier/content/studio.ts';
import type { Contract } from '@atelier/domain/contracts/schema.ts';
import type { Estimate } from '@atelier/domain/onboarding/estimate.ts';
import { MessageSquare } from 'lucide-react';
import { PriceFacts } from '../../../features/contracts/contract-facts.tsx';
import { Link } from '../../../lib/pages/links.ts';
import { useTabLink } from '../../../lib/pages/project-view.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { NumberedSteps } from '../../../ui/numbered-steps.tsx';
import { Portrait } from '../../../ui/portrait.tsx';
import { EstimateCard, MailAddress } from './overview-cards.tsx';

/** What comes next in a project, step by step. */
export function NextStepsCard({
  title,
  steps,
}: {
  title: string;
  steps: readonly { title: string; text: string }[];
}) {
  return (
    <Card title={title} className="print:hidden">
      <NumberedSteps steps={steps} />
    </Card>
  );
}

/** The price: an estimate until a contract is sent, then the contract's. */
export function PriceCard({ contract, estimate }: { contract: Contract | null; estimate: Estimate | null }) {
  const linkTo = useTabLink();
  if (!contract) return <EstimateCard estimate={estimate} />;
  const isAgreed = contract.status === 'accepted';
  return (
    <Card title={isAgreed ? 'Price agreed' : 'Price proposed'}>
      <PriceFacts label={`Contract, version ${contract.version}`} contract={contract} />
      <p className="-my-2 print:hidden">
        <Link to={linkTo('contract')} className="inline-flex min-h-11 items-center font-medium">
          {isAgreed ? 'See the contract' : 'Read the contract'}
        </Link>
      </p>
    </Card>
  );
}

/** Who makes it, and how to reach them. */
export function PersonCard() {
  const linkTo = useTabLink();
  return (
    <Card title="Talk to me" className="print:hidden">
      <div className="flex items-center gap-4">
        <Portrait sizes="4rem" isDecoration className="size-16" />
        <div className="grid min-w-0">
          <p className="font-semibold wrap-anywhere">{person.name}</p>
          <p className="text-sm text-ink-soft">{person.role}</p>
        </div>
      </div>
      <p className="text-sm text-ink-soft">I answer {studio.replyTime}.</p>
      <div className="grid grid-cols-1 gap-2">
        <ButtonLink to={linkTo('feedback')} variant="secondary" isWide>
          <MessageSquare aria-hidden="true" className="size-4.5" />
          Write a message
        </ButtonLink>
        <p className="flex flex-wrap justify-center gap-x-4 text-sm wrap-anywhere">
          <MailAddress address={studio.email} />
          {studio.phone && <span>{studio.phone}</span>}
        </p>
      </div>
    </Card>
  );
}
