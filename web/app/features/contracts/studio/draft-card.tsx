import { passedDates } from '@atelier/domain/contracts/passed-dates.ts';
import type { StudioContract } from '@atelier/domain/contracts/schema.ts';
import type { DatedMilestone } from '@atelier/domain/contracts/suggested-terms.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { localDay } from '../../../lib/format.ts';
import { late, useEver } from '../../../lib/late.tsx';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { MissingLetters } from '../../../ui/feedback/missing-letters.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { ChoiceGroup } from '../../../ui/forms/choices.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { ChangesSince } from '../version-changes.tsx';
import { ContractLinesField } from './contract-lines-field.tsx';
import { SOURCE_CHOICES, UploadedPdf } from './document-field.tsx';
import { useContractForm } from './draft-form.ts';
import { hasPricedLines, readTotal, type TermsInput, withLines } from './draft-input.ts';
import { PassedDates } from './passed-dates.tsx';
import { PaymentsField } from './payments-field.tsx';
import { SendDialog } from './send-dialog.tsx';
import { ClausesField, DatesField } from './terms-fields.tsx';
import { SaveFailure, UnsavedDraft } from './unsaved-draft.tsx';

/** What draws PDFs is half of all that the editor loads. */
const ContractPreview = late(
  () => import('./contract-preview.tsx'),
  <Skeleton className="aspect-[210/297] w-full" />,
);

/** Where there is room for a page beside the form: the `xl` breakpoint of the tokens. */
const ROOM_FOR_PREVIEW = '(min-width: 80rem)';

/** One subject of the form. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-4 border-t border-rule pt-5">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  );
}

/**
 * The next version of the contract, as the studio writes and sends it. It closes (`isOpen`) once the contract is
 * accepted or the project archived; unsaved text is still shown.
 */
export function DraftCard({
  project,
  contract,
  milestones,
  isOpen,
}: {
  project: Project;
  contract: StudioContract;
  /** Those that a payment can wait for. */
  milestones: readonly DatedMilestone[];
  isOpen: boolean;
}) {
  const { draft, changes } = contract;
  const { input, change, typed, errors, refusals, save, ...state } = useContractForm(project._id, draft);
  const form = useRef<HTMLFormElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [sending, setSending] = useState<StudioContract>();
  const [isReading, setReading] = useState(false);
  const hasRoom = useMediaQuery(ROOM_FOR_PREVIEW);
  const { source, terms } = input;
  const isMade = source === 'made';
  const isPreviewed = useEver(isReading) || hasRoom;
  const last = contract.versions[0]?.version ?? 0;
  const next = last + 1;

  useEffect(() => {
    if (refusals > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus();
  }, [refusals]);
  // It may be far below the field or the button that the studio is at.
  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.error) failure.current?.scrollIntoView({ block: 'nearest' });
  }, [state.error]);
  const changeTerms = (fields: Partial<TermsInput>) =>
    change((before) => ({ ...before, terms: { ...before.terms, ...fields } }));

  /** What is typed, as it is saved; undefined where that did not work. */
  const saved = async () => {
    setAnnouncement('');
    // An untouched contract becomes a draft the first time it is saved.
    return state.isDirty || draft.revision === 0 ? save() : contract;
  };
  const saveDraft = async () => {
    if (state.isPending) return;
    if (await saved()) setAnnouncement('Draft saved. Your client can’t see it yet.');
  };
  const askToSend = async () => {
    if (!state.isPending) setSending(await saved());
  };
  if (!isOpen) {
    if (sending) setSending(undefined);
    if (!state.isDirty) return null;
    return (
      <UnsavedDraft
        input={input}
        typed={typed}
        draft={draft}
        isAccepted={contract.status === 'accepted'}
        onDiscard={state.takeSaved}
      />
    );
  }
  return (
    <Card
      title={next === 1 ? 'Write the contract' : `Write version ${next}`}
      // As wide as the screen, for the page beside the form.
      className={clsx(isMade && 'max-w-none!')}
    >
      {changes.length > 0 && (
        <ChangesSince version={last} changes={changes} note="In the draft as it is saved." />
      )}
      <div
        className={clsx(
          'grid grid-cols-1 gap-x-8',
          isMade && 'xl:grid-cols-[minmax(0,1fr)_minmax(0,min(45%,calc((100dvh-12rem)*0.707)))]',
        )}
      >
        <form
          ref={form}
          noValidate
          aria-label="The contract"
          onSubmit={(event) => {
            event.preventDefault();
            void saveDraft();
          }}
          // A field that gets the keyboard isn't hidden by the buttons below.
          className="grid grid-cols-1 content-start gap-6"
        >
          <ChoiceGroup
            legend="The document"
            layout="list"
            choices={SOURCE_CHOICES}
            value={source}
            onChange={(value) => change((before) => ({ ...before, source: value }))}
          />
          {source === 'upload' && (
            <UploadedPdf
              file={draft.file}
              isUploading={state.isUploading}
              onUpload={async (file) => {
                setAnnouncement('');
                if (await state.upload(file)) setAnnouncement('The PDF is now part of the draft.');
              }}
            />
          )}
          {source === 'link' && (
            <Field label="Link to the contract" error={errors.link}>
              <Input
                value={input.link}
                type="url"
                placeholder="https://"
                autoComplete="off"
                onChange={(event) => change((before) => ({ ...before, link: event.target.value }))}
              />
            </Field>
          )}
          <Part title="What it costs">
            {!hasPricedLines(input) && (
              <Field
                label="Total in US dollars"
                hint="Leave it empty for “TBD”."
                error={errors.total}
                className="max-w-xs"
              >
                <Input
                  value={input.total}
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder="12,500"
                  onChange={(event) => change((before) => ({ ...before, total: event.target.value }))}
                />
              </Field>
            )}
            {isMade && (
              <ContractLinesField
                project={project}
                lines={terms.lines}
                errors={errors}
                onChange={(changed) => change((before) => withLines(before, changed(before.terms.lines)))}
              />
            )}
          </Part>
          <Part title="Payments">
            <PaymentsField
              plan={terms.plan}
              total={readTotal(input)}
              milestones={milestones}
              errors={errors}
              onChange={(changed) =>
                change((before) => ({
                  ...before,
                  terms: { ...before.terms, plan: changed(before.terms.plan) },
                }))
              }
            />
          </Part>
          {isMade && (
            <>
              <Part title="Dates and feedback">
                <DatesField dates={terms} errors={errors} onChange={changeTerms} />
              </Part>
              <Part title="Terms">
                <ClausesField
                  clauses={terms.clauses}
                  errors={errors}
                  onChange={(changed) =>
                    change((before) => ({
                      ...before,
                      terms: { ...before.terms, clauses: changed(before.terms.clauses) },
                    }))
                  }
                />
              </Part>
            </>
          )}
          {isMade && (
            <MissingLetters
              letters={contract.missingLetters}
              remedy="Change them here or in the brief, or upload your own PDF."
            />
          )}
          <PassedDates
            dates={passedDates(
              isMade ? terms : { ...terms, start: null, finish: null },
              milestones,
              localDay(),
            )}
          />
          {state.error && (
            <div ref={failure}>
              <SaveFailure
                error={state.error}
                isConflict={state.isConflict}
                typed={typed}
                draft={draft}
                onTakeSaved={state.takeSaved}
              />
            </div>
          )}
          <SaveBar className="-mb-5 sm:-mb-7">
            <Button
              type="submit"
              variant="secondary"
              isPending={state.isSaving}
              pendingLabel="Saving…"
              aria-disabled={state.isUploading || undefined}
            >
              Save draft
            </Button>
            {isMade && !hasRoom && (
              <Button variant="secondary" onClick={() => setReading(true)}>
                Preview
              </Button>
            )}
            <Button onClick={askToSend} aria-disabled={state.isPending || undefined}>
              {next === 1 ? 'Send to the client…' : `Send version ${next}…`}
            </Button>
            <StatusLine tone={state.isDirty ? 'neutral' : 'success'}>
              {state.isDirty ? 'Not saved yet.' : announcement}
            </StatusLine>
          </SaveBar>
        </form>
        {isMade && isPreviewed && (
          <div className={clsx(hasRoom && 'sticky top-18 self-start')}>
            <ContractPreview
              projectId={project._id}
              typed={typed}
              isBeside={hasRoom}
              isReading={isReading}
              onRead={setReading}
            />
          </div>
        )}
      </div>
      <SendDialog
        project={project}
        contract={sending}
        milestones={milestones}
        onClose={() => setSending(undefined)}
        onSent={(version) => {
          setSending(undefined);
          setAnnouncement(`Version ${version} has been sent.`);
        }}
      />
    </Card>
  );
}
