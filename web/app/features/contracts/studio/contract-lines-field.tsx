import { contractWords } from '@atelier/content/contract-terms.ts';
import { prices } from '@atelier/content/prices.ts';
import { suggestLines } from '@atelier/domain/contracts/suggested-terms.ts';
import { resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import { suggestContractTotal } from '@atelier/domain/onboarding/suggestions.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { newKey } from '../../../lib/api/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import type { ChangeList } from '../../../ui/forms/editable-list.tsx';
import { LinesField, LinesTotal } from '../../../ui/forms/lines-field.tsx';
import { type FormErrors, type LineInput, lineInputs, sumOfLines } from '../../../ui/forms/terms-input.ts';

/** Lines by the prices of the brief's features; none where nothing in it is paid once. */
function linesOfBrief({ estimate, final, data }: Project): LineInput[] {
  // Without what an old brief has and the catalogue no longer has.
  const brief = resumeBrief(final ?? data);
  const total = estimate ? suggestContractTotal(estimate, brief) : null;
  return lineInputs(suggestLines(brief, prices, { total, words: contractWords, newId: newKey }));
}

/** What the contract costs, line by line. */
export function ContractLinesField({
  project,
  lines,
  errors,
  onChange,
}: {
  project: Project;
  lines: readonly LineInput[];
  errors: FormErrors;
  onChange: ChangeList<LineInput>;
}) {
  const isSuggesting = lines.length === 0 && linesOfBrief(project).length > 0;
  return (
    <LinesField
      lines={lines}
      errors={errors}
      onChange={onChange}
      openPrice="TBD"
      actions={
        isSuggesting && (
          <Button size="sm" variant="quiet" onClick={() => onChange(() => linesOfBrief(project))}>
            Take the lines from the brief
          </Button>
        )
      }
    >
      <LinesTotal label="Total" total={sumOfLines(lines)} />
    </LinesField>
  );
}
