import { api } from '@atelier/domain/api.ts';
import { CALL_LENGTHS, MAX_EXCEPTIONS, type TimeRange } from '@atelier/domain/bookings/rules.ts';
import type { CallSettingsReply } from '@atelier/domain/bookings/schema.ts';
import { useState } from 'react';
import { newKey } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { isDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { EditableList, withItem } from '../../../ui/forms/editable-list.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { LateDateInput } from '../../../ui/forms/late-date-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { listZones, ownZone } from '../call-times.ts';
import { changesCalls } from './bookings.queries.ts';
import { parseRanges, rangesInWords } from './typed-ranges.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const RANGES_FAULT = 'Write times such as 9:00–12:00, 13:00–17:00.';

interface ExceptionDraft {
  id: string;
  on: string;
  ranges: string;
}

interface SettingsDraft {
  zone: string;
  /** The typed times of each day, Monday first. */
  week: readonly string[];
  exceptions: ExceptionDraft[];
  lengthMinutes: string;
  bufferMinutes: string;
  noticeHours: string;
  daysAhead: string;
  place: string;
}

function draftOf(settings: CallSettingsReply['settings']): SettingsDraft {
  const isNew = settings.hours.length === 0 && settings.exceptions.length === 0;
  return {
    zone: isNew ? ownZone() : settings.zone,
    week: DAYS.map((_, at) => rangesInWords(settings.hours.filter(({ day }) => day === at + 1))),
    exceptions: settings.exceptions.map(({ on, ranges }) => ({
      id: newKey(),
      on,
      ranges: rangesInWords(ranges),
    })),
    lengthMinutes: String(settings.lengthMinutes),
    bufferMinutes: String(settings.bufferMinutes),
    noticeHours: String(settings.noticeHours),
    daysAhead: String(settings.daysAhead),
    place: settings.place,
  };
}

/** The settings of a draft; undefined while a field has times that are none. */
function settingsOf(draft: SettingsDraft) {
  const week = draft.week.map(parseRanges);
  const exceptions = draft.exceptions.map(({ on, ranges }) => ({ on, ranges: parseRanges(ranges) }));
  if (week.includes(undefined) || exceptions.some(({ on, ranges }) => !isDay(on) || !ranges))
    return undefined;
  return {
    zone: draft.zone,
    hours: week.flatMap((ranges: TimeRange[] = [], at) => ranges.map((range) => ({ day: at + 1, ...range }))),
    exceptions: exceptions.map(({ on, ranges = [] }) => ({ on, ranges })),
    lengthMinutes: Number(draft.lengthMinutes) as (typeof CALL_LENGTHS)[number],
    bufferMinutes: Number(draft.bufferMinutes || 0),
    noticeHours: Number(draft.noticeHours || 0),
    daysAhead: Number(draft.daysAhead || 1),
    place: draft.place,
  };
}

/** When visitors can book calls. */
export function CallSettingsForm({ settings }: { settings: CallSettingsReply['settings'] }) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [isChecked, setChecked] = useState(false);
  const saving = useCall(api.setCallSettings, changesCalls);
  const change = (fields: Partial<SettingsDraft>) => {
    setDraft((before) => ({ ...before, ...fields }));
    saving.reset();
  };
  const faultOf = (text: string) => (isChecked && !parseRanges(text) ? RANGES_FAULT : undefined);
  const save = () => {
    setChecked(true);
    const next = settingsOf(draft);
    if (next) saving.mutate({ body: next });
  };
  const number = (name: 'bufferMinutes' | 'noticeHours' | 'daysAhead') => ({
    inputMode: 'numeric' as const,
    value: draft[name],
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value.replace(/\D/g, '').slice(0, 4) }),
  });
  return (
    <form
      noValidate
      aria-label="When calls can be booked"
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending) save();
      }}
    >
      <Field label="Time zone of these hours">
        <Select
          choices={listZones(draft.zone).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
          value={draft.zone}
          onChange={(event) => change({ zone: event.target.value })}
        />
      </Field>
      <fieldset className="grid grid-cols-1 gap-3">
        <legend className="mb-1 font-semibold">Every week</legend>
        <p className="text-sm text-ink-soft">
          Such as 9:00–12:00, 13:00–17:00. Leave a day empty, and nobody can book a call on it.
        </p>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {DAYS.map((day, at) => (
            <Field key={day} label={day} error={faultOf(draft.week[at] ?? '')}>
              <Input
                value={draft.week[at] ?? ''}
                maxLength={120}
                autoComplete="off"
                onChange={(event) => change({ week: draft.week.with(at, event.target.value) })}
              />
            </Field>
          ))}
        </div>
      </fieldset>
      <fieldset className="grid grid-cols-1 gap-3">
        <legend className="mb-1 font-semibold">Days off and other hours</legend>
        <EditableList
          noun="day"
          items={draft.exceptions}
          nameOf={({ on }) => on}
          max={MAX_EXCEPTIONS}
          create={() => ({ id: newKey(), on: '', ranges: '' })}
          onChange={(next) => change({ exceptions: next(draft.exceptions) })}
        >
          {({ id, on, ranges }) => (
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              <Field label="Day" error={isChecked && !isDay(on) ? 'Choose a day.' : undefined}>
                <LateDateInput
                  value={on}
                  onChange={(value) =>
                    change({ exceptions: withItem<ExceptionDraft>(id, { on: value })(draft.exceptions) })
                  }
                />
              </Field>
              <Field label="Hours" hint="Empty for a day off." error={faultOf(ranges)}>
                <Input
                  value={ranges}
                  maxLength={120}
                  autoComplete="off"
                  onChange={(event) =>
                    change({
                      exceptions: withItem<ExceptionDraft>(id, { ranges: event.target.value })(
                        draft.exceptions,
                      ),
                    })
                  }
                />
              </Field>
            </div>
          )}
        </EditableList>
      </fieldset>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field label="Length of a call">
          <Select
            choices={CALL_LENGTHS.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
            value={draft.lengthMinutes}
            onChange={(event) => change({ lengthMinutes: event.target.value })}
          />
        </Field>
        <Field label="Minutes kept free around it">
          <Input {...number('bufferMinutes')} />
        </Field>
        <Field label="Hours of notice" hint="Nobody books a call that is sooner.">
          <Input {...number('noticeHours')} />
        </Field>
        <Field label="Days ahead" hint="How far ahead calls can be booked.">
          <Input {...number('daysAhead')} />
        </Field>
      </div>
      <Field
        label="Where"
        hint="A link to a video call, or a number to call. It’s in the emails, not on the site."
        isOptional
      >
        <Input
          value={draft.place}
          maxLength={300}
          onChange={(event) => change({ place: event.target.value })}
        />
      </Field>
      <FailureAlert error={saving.error} fallback="Failed to save." />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isPending={saving.isPending} pendingLabel="Saving…">
          Save the hours
        </Button>
        <p role="status" className="text-sm text-ink-soft empty:hidden">
          {saving.isSuccess && <span>Saved.</span>}
          {isChecked && !settingsOf(draft) && <span>Some times can’t be read: see above.</span>}
        </p>
      </div>
    </form>
  );
}
