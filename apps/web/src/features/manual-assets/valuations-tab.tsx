import { parseDay } from '@plumbline/charts'
import { useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldErrorText, serverError } from '../../lib/api/form-errors.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { checkDate } from '../../lib/format/parse-date.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import type { ChartSeries } from '../../ui/chart/chart-series.ts'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Amount, Percent } from '../../ui/display/figure.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { putDraft, type ValuationDraft } from './entries.ts'
import { EntryActions, EntryState } from './entry-actions.tsx'
import { type EntryProblem, findProblem } from './entry-problem.ts'
import styles from './manual-assets.module.css'

interface ValuationsTabProps {
  drafts: ValuationDraft[]
  onChange: (drafts: ValuationDraft[]) => void
  name: string
  currency: string
  problem: EntryProblem | null
}

/** The valuations of an asset. The chart is a step line, as each holds until the next. */
export function ValuationsTab({ drafts, onChange, name, currency, problem }: ValuationsTabProps) {
  const text = useText()
  const format = useFormat()
  const [edited, setEdited] = useState<ValuationDraft | 'new' | null>(findProblem(drafts, problem))
  const put = (draft: ValuationDraft) => onChange(putDraft(drafts, draft))
  const active = drafts.filter(({ state }) => state !== 'voided')
  const actions: Column<ValuationDraft> = {
    id: 'actions',
    header: text('actions'),
    isHeaderHidden: true,
    align: 'end',
    cell: draft => (
      <EntryActions
        draft={draft}
        onEdit={() => setEdited(draft)}
        onChange={put}
        onDrop={() => onChange(drafts.filter(one => one !== draft))}
      />
    ),
  }
  return (
    <>
      <div className={styles.bar}>
        <p>{text('assets_valuation_note')}</p>
        <Button size="small" icon="plus" onClick={() => setEdited('new')}>
          {text('assets_add_valuation')}
        </Button>
      </div>
      {active.length > 1 && <ValuationChart drafts={active} name={name} />}
      <div className={styles.frame}>
        <Table<ValuationDraft>
          label={text('assets_valuations')}
          density="regular"
          columns={[...useColumns(active, currency), actions]}
          rows={drafts}
          rowKey={({ key }) => key}
          onOpen={setEdited}
          empty={
            <EmptyState icon="calculator" title={text('assets_no_valuations')}>
              {text('assets_no_valuations_note')}
            </EmptyState>
          }
          phoneRow={draft => ({
            title: format.date(draft.body.date),
            note: draft.body.source,
            value: <Amount value={draft.body.value} />,
            change: <Percent value={valueChange(draft, active)} />,
          })}
        />
      </div>
      {edited !== null && (
        <ValuationDialog
          draft={edited === 'new' ? null : edited}
          name={name}
          currency={currency}
          problem={edited !== 'new' && edited.key === problem?.key ? problem : null}
          onClose={() => setEdited(null)}
          onDone={put}
        />
      )}
    </>
  )
}

function useColumns(active: readonly ValuationDraft[], currency: string): Column<ValuationDraft>[] {
  const text = useText()
  const format = useFormat()
  return [
    { id: 'date', header: text('assets_date'), cell: ({ body }) => format.date(body.date) },
    {
      id: 'value',
      header: text('assets_value_in', { currency }),
      align: 'end',
      cell: ({ body }) => <Amount value={body.value} />,
    },
    {
      id: 'change',
      header: text('assets_change'),
      align: 'end',
      cell: draft => <Percent value={valueChange(draft, active)} />,
    },
    {
      id: 'source',
      header: text('assets_source'),
      cell: ({ body, state }) => (
        <span className={styles.entry}>
          {body.source}
          <EntryState state={state} />
        </span>
      ),
    },
  ]
}

/** The change since the valuation before, as a fraction. Null for the first one, and after a value of zero. */
function valueChange(draft: ValuationDraft, active: readonly ValuationDraft[]): number | null {
  const before = active[active.indexOf(draft) + 1]
  return before && before.body.value !== 0 ? draft.body.value / before.body.value - 1 : null
}

function ValuationChart({ drafts, name }: { drafts: readonly ValuationDraft[]; name: string }) {
  const text = useText()
  const inTime = useMemo(() => drafts.toReversed(), [drafts])
  const stops = useMemo(
    () => inTime.map(({ body }) => ({ from: parseDay(body.date), to: parseDay(body.date) })),
    [inTime],
  )
  const series = useMemo(
    (): ChartSeries[] => [
      {
        key: 'value',
        label: text('assets_value'),
        values: inTime.map(({ body }) => body.value),
        colour: 'var(--series)',
        isStepped: true,
      },
    ],
    [inTime, text],
  )
  return (
    <TimeChart
      kind="lines"
      label={text('assets_chart', { name })}
      unit="value"
      hasZero={false}
      height={180}
      {...{ stops, series }}
    />
  )
}

interface ValuationDialogProps {
  draft: ValuationDraft | null
  name: string
  currency: string
  problem: EntryProblem | null
  onClose: () => void
  onDone: (draft: ValuationDraft) => void
}

function ValuationDialog({ draft, name, currency, problem, onClose, onDone }: ValuationDialogProps) {
  const text = useText()
  const locale = useNumberLocale()
  const form = useForm({
    defaultValues: {
      date: draft?.body.date ?? '',
      value: typedNumber(draft?.body.value, locale),
      source: draft?.body.source ?? '',
    },
    mode: 'onTouched',
  })
  const { register, formState } = form
  useEffect(() => {
    // The server names fields of the entry.
    if (problem) form.setError(problem.field as 'value', serverError(problem), { shouldFocus: true })
  }, [form, problem])
  const valueProblem = (typed: string) => {
    const value = parseNumber(typed, locale)
    if (value === null) return 'assets_needed'
    return !Number.isNaN(value) || 'assets_no_number'
  }
  const done = form.handleSubmit(({ date, value, source }) => {
    onDone({
      key: draft?.key ?? crypto.randomUUID(),
      rootId: draft?.rootId ?? null,
      state: draft?.rootId ? 'changed' : 'new',
      body: {
        id: draft?.rootId ?? null,
        date,
        value: parseNumber(value, locale) ?? 0,
        source: source.trim() || null,
      },
    })
    onClose()
  })
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={text('assets_entry_title_valuation', { name })}
      submitLabel={text(draft ? 'assets_entry_update' : 'assets_entry_apply')}
      isBusy={false}
      isEdited={formState.isDirty}
      onSubmit={event => void done(event)}
    >
      <div className={fieldStyles.pair}>
        <Field label={text('assets_date')} error={fieldErrorText(formState.errors.date, text)}>
          <DateInput
            {...register('date', { validate: date => (date === '' ? 'assets_needed' : checkDate(date)) })}
          />
        </Field>
        <Field
          label={text('assets_value_in', { currency })}
          error={fieldErrorText(formState.errors.value, text)}
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            {...register('value', { validate: valueProblem })}
          />
        </Field>
        <div className={styles.wide}>
          <Field label={text('assets_source')}>
            <TextInput autoComplete="off" maxLength={200} {...register('source')} />
          </Field>
        </div>
      </div>
    </FormDialog>
  )
}
