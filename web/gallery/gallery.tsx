import { Inbox } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Avatar, Badge } from '../app/ui/badge.tsx';
import { Button } from '../app/ui/button.tsx';
import { Card } from '../app/ui/card.tsx';
import { CopyButton } from '../app/ui/copy-button.tsx';
import { DataTable } from '../app/ui/data-table.tsx';
import { Alert, type Tone } from '../app/ui/feedback/alert.tsx';
import { EmptyState, SkeletonList } from '../app/ui/feedback/placeholders.tsx';
import { Progress } from '../app/ui/feedback/progress.tsx';
import { StatusLine } from '../app/ui/feedback/status.tsx';
import { showToast } from '../app/ui/feedback/toast.tsx';
import { ChipInput } from '../app/ui/forms/chip-input.tsx';
import { Checkbox, ChoiceGroup } from '../app/ui/forms/choices.tsx';
import { Combobox } from '../app/ui/forms/combobox.tsx';
import { DateInput } from '../app/ui/forms/date-input.tsx';
import { Field, Input } from '../app/ui/forms/field.tsx';
import { PasswordInput } from '../app/ui/forms/password-input.tsx';
import { Select } from '../app/ui/forms/select.tsx';
import { Textarea } from '../app/ui/forms/textarea.tsx';
import { Pager } from '../app/ui/list/pager.tsx';
import { ConfirmDialog, Dialog } from '../app/ui/overlays/dialog.tsx';
import { PageHeader } from '../app/ui/page-header.tsx';
import { DownloadLink, SafeLink } from '../app/ui/safe-link.tsx';
import { Stepper } from '../app/ui/stepper.tsx';
import { Tabs } from '../app/ui/tabs.tsx';

const crms = ['None', 'One', 'Another'].map((label) => ({ value: label, label }));
const dates = [
  { value: 'flexible', label: 'Flexible', description: 'Good comes before soon' },
  { value: 'firm', label: 'Firm', description: 'A week either way' },
  { value: 'hard', label: 'Hard deadline', description: 'It cannot move' },
] as const;

/** Everything that can be filled in, well and badly. */
export function FieldGallery() {
  const [chips, setChips] = useState(['Booking', 'Newsletter']);
  const [launch, setLaunch] = useState('2031-03-01');
  const [country, setCountry] = useState('Ireland');
  const [date, setDate] = useState<(typeof dates)[number]['value']>('firm');
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field label="Email" hint="Where the answer goes." isRequired>
        <Input type="email" placeholder="you@example.com" />
      </Field>
      <Field label="Email" error="Enter a valid email.">
        <Input type="email" defaultValue="not an address" />
      </Field>
      <Field label="Password">
        <PasswordInput defaultValue="secret words" autoComplete="off" />
      </Field>
      <Field label="CRM" isOptional>
        <Select choices={crms} placeholder="Choose one" />
      </Field>
      <Field label="Must-haves" hint="Separate with commas.">
        <ChipInput value={chips} onChange={setChips} />
      </Field>
      <Field label="Country" hint="Type a part of its name.">
        <Combobox
          value={country}
          onChange={setCountry}
          choices={['Iceland', 'Ireland', 'Israel', 'Italy'].map((name) => ({ value: name, label: name }))}
          searchLabel="Type a country"
          emptyText="No country of that name."
        />
      </Field>
      <Field label="Launch date" isOptional>
        <DateInput value={launch} onChange={setLaunch} placeholder="Type a date, or choose one" />
      </Field>
      <Field label="Your question">
        <Textarea placeholder="A little detail helps" />
      </Field>
      <ChoiceGroup legend="Timeline" choices={dates} layout="list" value={date} onChange={setDate} />
      <div className="grid content-start gap-4">
        <ChoiceGroup legend="Timeline" choices={dates} value={date} onChange={setDate} error="Choose one." />
        <Checkbox label="I confirm these details." description="They are used for scoping." defaultChecked />
        <Checkbox label="Something else" />
      </div>
    </div>
  );
}

const tones: Tone[] = ['neutral', 'accent', 'info', 'success', 'warning', 'danger'];
const variants = ['primary', 'accent', 'secondary', 'quiet', 'danger'] as const;
const steps = [
  'Package & Features',
  'Business Details',
  'Goals',
  'Discovery',
  'Content & Brand',
  'Access',
  'Review',
];
const rows = [
  {
    id: 'a1b2c3',
    company: 'Sample Bakery',
    email: 'owner@bakery.example',
    status: 'Submitted',
    tone: 'info',
  },
  {
    id: 'd4e5f6',
    company: 'Example & Daughters',
    email: 'hello@example.example',
    status: 'Draft',
    tone: 'neutral',
  },
] as const;

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-5 border-t border-rule pt-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

/** Every component of `app/ui` on one page, shown at /gallery while developing and never built into the product. */
export default function Gallery() {
  const [tab, setTab] = useState<'overview' | 'files'>('overview');
  const [step, setStep] = useState(4);
  const [page, setPage] = useState(2);
  const [open, setOpen] = useState<'dialog' | 'confirm'>();
  return (
    <div className="grid grid-cols-1 gap-12">
      <PageHeader eyebrow="Gallery" title="Everything in one place" actions={<Button>Do the thing</Button>}>
        What a screen is about, in one line under its name.
      </PageHeader>
      <Group title="Buttons">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <div key={size} className="flex flex-wrap items-center gap-3">
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant}
              </Button>
            ))}
            <Button size={size} isPending pendingLabel="Sending…">
              Send
            </Button>
            <Button size={size} disabled>
              Disabled
            </Button>
          </div>
        ))}
      </Group>
      <Group title="Fields">
        <FieldGallery />
      </Group>
      <Group title="Messages">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
        {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
          <Alert key={tone} tone={tone} title={`A message of ${tone}`}>
            What happened and what to do next, in a sentence.
          </Alert>
        ))}
        <StatusLine tone="success">Copied to clipboard.</StatusLine>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => showToast('Saved.', { tone: 'success' })}>
            Toast
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              showToast('Not saved.', { tone: 'danger', action: { label: 'Try again', run: () => {} } })
            }
          >
            Toast of a fault
          </Button>
          <Button variant="secondary" onClick={() => setOpen('dialog')}>
            Dialog
          </Button>
          <Button variant="danger" onClick={() => setOpen('confirm')}>
            Confirm
          </Button>
          <CopyButton text="copied from the gallery" />
        </div>
      </Group>
      <Group title="Steps and tabs">
        <Stepper label="Steps" steps={steps} current={step} reached={6} onStep={setStep} />
        <Tabs
          label="Parts of the project"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'overview', label: 'Overview', content: <p>The overview.</p> },
            {
              value: 'files',
              label: 'Files',
              mark: <Badge tone="accent">2</Badge>,
              content: <p>The files.</p>,
            },
          ]}
        />
        <Progress label="Milestones" value={60} text="3 of 5 approved" />
        <Progress label="Uploading" value={null} />
      </Group>
      <Group title="Lists">
        <Card title="Projects" actions={<Badge tone="info">2</Badge>}>
          <DataTable
            caption="Projects"
            rows={rows}
            rowKey={(row) => row.id}
            columns={[
              { key: 'company', header: 'Company', isTitle: true, cell: (row) => row.company },
              { key: 'email', header: 'Email', cell: (row) => row.email },
              { key: 'status', header: 'Status', cell: (row) => <Badge tone={row.tone}>{row.status}</Badge> },
              {
                key: 'actions',
                header: 'Actions',
                isActions: true,
                cell: () => (
                  <Button size="sm" variant="secondary">
                    Open portal
                  </Button>
                ),
              },
            ]}
          />
          <Pager page={page} pages={3} note="42 total" onPage={setPage} />
        </Card>
        <div className="flex flex-wrap items-center gap-3">
          <Avatar name="grace" />
          <SafeLink href="https://example.com/brief">A client’s link</SafeLink>
          <SafeLink href="ftp://files.example/plan.pdf" />
          <DownloadLink href="https://example.com/plan.pdf" look={{ variant: 'secondary', size: 'sm' }}>
            Download
          </DownloadLink>
          <DownloadLink href="data:text/html,plan" look={{ variant: 'secondary', size: 'sm' }}>
            Not a web address
          </DownloadLink>
        </div>
        <EmptyState
          icon={<Inbox aria-hidden="true" />}
          title="No submissions yet."
          action={<Button variant="secondary">Start Project</Button>}
        >
          What you send in appears here.
        </EmptyState>
        <SkeletonList rows={2} />
      </Group>
      <Dialog
        isOpen={open === 'dialog'}
        onClose={() => setOpen(undefined)}
        title="Replace your current draft?"
        description="You have begun a brief already. It can be kept or deleted."
        actions={<Button onClick={() => setOpen(undefined)}>Keep my draft</Button>}
      />
      <ConfirmDialog
        isOpen={open === 'confirm'}
        title={'Delete "Sample Bakery" (#a1b2c3) ? This cannot be undone.'}
        confirmLabel="Delete project"
        isDangerous
        error="Failed to delete."
        onConfirm={() => setOpen(undefined)}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}
