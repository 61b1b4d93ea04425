import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field, FieldPair } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { DeleteButton } from '../../ui/overlay/delete-button.tsx'
import { Dialog, type DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { readTyped, toTyped } from './benchmark-values.ts'
import styles from './benchmarks.module.css'
import { SubjectField, useNamedGroup } from './subject-field.tsx'
import {
  type Benchmark,
  type BenchmarkValues,
  type Comparison,
  comparisonQuery,
  removeBenchmark,
  saveBenchmark,
  useBenchmarksChanged,
} from './use-benchmarks.ts'
import { WeightsFields } from './weights-fields.tsx'

const rules = ['daily', 'monthly', 'quarterly', 'yearly', 'never'] as const
const returnTypes = ['total', 'price'] as const

/** Sets or edits the benchmark on screen. */
export function BenchmarkModal({ modal, frame }: ModalProps<'benchmark'>) {
  const text = useText()
  const { body } = useFilter()
  const query = useQuery({
    ...comparisonQuery(body, { by: 'instrument_type', strategy: modal.strategy }),
    refetchOnMount: 'always',
  })
  const { data } = query
  // Cached data may be of a benchmark that has changed since: the form starts from the current one.
  if (data !== undefined && query.isFetchedAfterMount && !query.isPlaceholderData)
    return (
      <BenchmarkForm
        frame={frame}
        basis={data.basis}
        existing={modal.id === undefined ? null : data.benchmark}
        isForGroup={data.benchmark !== null && modal.strategy === undefined}
        strategy={modal.strategy}
      />
    )
  return (
    <Dialog {...frame} title={text('benchmark_edit')}>
      <QuerySection query={query} skeleton={<SkeletonRows rows={8} />}>
        {() => <SkeletonRows rows={8} />}
      </QuerySection>
    </Dialog>
  )
}

interface BenchmarkFormProps {
  frame: DialogFrame
  basis: Comparison['basis']
  existing: Benchmark | null
  /** Whether a new one is for the group that the filter names: the whole portfolio has its own. */
  isForGroup: boolean
  strategy: string | undefined
}

function BenchmarkForm({ frame, basis, existing, isForGroup, strategy }: BenchmarkFormProps) {
  const text = useText()
  const format = useFormat()
  const locale = useNumberLocale()
  const changed = useBenchmarksChanged()
  const { filter } = useFilter()
  const named = useNamedGroup()
  const start = basis.start_date ?? basis.as_of
  const [values, setValues] = useState(() => ({
    name: existing?.name ?? '',
    rebalancing: existing?.rebalancing ?? ('monthly' as const),
    returnType: existing?.return_type ?? ('total' as const),
    typed: toTyped(existing, locale, start),
    isGroup: isForGroup,
  }))
  const [problem, setProblem] = useState<string | null>(null)
  const [isEdited, setIsEdited] = useState(false)
  const saving = useMutation({
    mutationFn: (read: BenchmarkValues) => {
      const group = values.isGroup ? named : null
      return saveBenchmark(existing, { family: filter.family, strategy, group }, read)
    },
    meta: { quiet: true },
    onSuccess: () => {
      changed()
      showToast(text('benchmark_saved'), 'success')
      frame.onClose()
    },
  })
  const submit = () => {
    const read = readTyped(values.typed, locale)
    if (values.name.trim() === '') setProblem(text('benchmark_name_missing'))
    else if ('kind' in read) {
      if (read.kind === 'sum') setProblem(text('benchmark_sum_wrong', { date: format.date(read.date) }))
      else setProblem(text(read.kind === 'date' ? 'benchmark_date_wrong' : 'benchmark_no_component'))
    } else {
      setProblem(null)
      const { name, rebalancing, returnType } = values
      saving.mutate({ ...read, name: name.trim(), rebalancing, return_type: returnType })
    }
  }
  const edit = (fields: Partial<typeof values>) => {
    setValues(known => ({ ...known, ...fields }))
    setIsEdited(true)
  }
  return (
    <FormDialog
      {...frame}
      title={text(existing ? 'benchmark_edit' : 'benchmark_set')}
      submitLabel={text('save')}
      isBusy={saving.isPending}
      error={saving.error}
      isEdited={isEdited}
      onSubmit={submit}
      width={1160}
      footerStart={
        existing && <DeleteBenchmark id={existing.id} name={existing.name} onDeleted={frame.onClose} />
      }
    >
      <FieldPair>
        <Field label={text('benchmark_name')}>
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={values.name}
            onChange={event => edit({ name: event.target.value })}
          />
        </Field>
        <SubjectField
          existing={existing}
          strategy={strategy}
          isGroup={values.isGroup}
          onChange={isGroup => edit({ isGroup })}
        />
      </FieldPair>
      <FieldPair>
        <Field label={text('benchmark_rebalancing')}>
          <Select
            label={text('benchmark_rebalancing')}
            options={rules.map(value => ({ value, label: text(`benchmark_rule_${value}`) }))}
            value={values.rebalancing}
            onChange={rebalancing => edit({ rebalancing })}
          />
        </Field>
        <Field label={text('benchmark_return_type')}>
          <Select
            label={text('benchmark_return_type')}
            options={returnTypes.map(value => ({ value, label: text(`benchmark_type_${value}`) }))}
            value={values.returnType}
            onChange={returnType => edit({ returnType })}
          />
        </Field>
      </FieldPair>
      <WeightsFields typed={values.typed} today={basis.as_of} onChange={typed => edit({ typed })} />
      {problem !== null && (
        <div className={styles.problem}>
          <Note tone="loss" isAlert>
            {problem}
          </Note>
        </div>
      )}
    </FormDialog>
  )
}

function DeleteBenchmark({ id, name, onDeleted }: { id: string; name: string; onDeleted: () => void }) {
  const text = useText()
  const changed = useBenchmarksChanged()
  const removing = useMutation({
    mutationFn: () => removeBenchmark(id),
    onSuccess: () => {
      changed()
      showToast(text('benchmark_deleted', { name }), 'success')
      onDeleted()
    },
  })
  return (
    <DeleteButton
      label={text('delete')}
      question={text('benchmark_delete_question', { name })}
      isBusy={removing.isPending}
      onDelete={() => removing.mutate()}
    >
      {text('benchmark_delete_note')}
    </DeleteButton>
  )
}
