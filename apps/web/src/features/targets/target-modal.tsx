import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { isDate } from '../../lib/format/parse-date.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field, FieldPair } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { DeleteButton } from '../../ui/overlay/delete-button.tsx'
import { Dialog, type DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { BucketFields } from './bucket-fields.tsx'
import { readBuckets, sumWeights, type TypedBucket, toTyped } from './bucket-values.ts'
import styles from './targets.module.css'
import { useBucketNames } from './use-bucket-names.ts'
import {
  type Drift,
  dimensions,
  driftQuery,
  removeTarget,
  saveTarget,
  type TargetSubject,
  useTargetRemoved,
  useTargetsChanged,
} from './use-targets.ts'

/** Sets or edits a target allocation. A new one starts from the groups of the portfolio. */
export function TargetModal({ modal, frame }: ModalProps<'target'>) {
  const text = useText()
  const { body } = useFilter()
  const dimension = dimensions.find(each => each === modal.dimension) ?? 'instrument_type'
  const subject = { dimension, strategy: modal.strategy }
  const query = useQuery(driftQuery({ ...body, filters: {} }, subject))
  const { data } = query
  if (data !== undefined && data.dimension === dimension && !query.isPlaceholderData)
    return <TargetForm frame={frame} drift={data} subject={subject} isNew={modal.id === undefined} />
  return (
    <Dialog {...frame} title={text('targets_edit')}>
      <QuerySection query={query} skeleton={<SkeletonRows rows={8} />}>
        {() => <SkeletonRows rows={8} />}
      </QuerySection>
    </Dialog>
  )
}

interface TargetFormProps {
  frame: DialogFrame
  drift: Drift
  subject: TargetSubject
  isNew: boolean
}

function TargetForm({ frame, drift, subject, isNew }: TargetFormProps) {
  const text = useText()
  const format = useFormat()
  const locale = useNumberLocale()
  const nameOf = useBucketNames(drift.dimension)
  const changed = useTargetsChanged()
  const { filter } = useFilter()
  const existing = isNew ? null : drift.target
  const [name, setName] = useState(drift.target?.name ?? '')
  const [validFrom, setValidFrom] = useState(existing?.valid_from ?? drift.basis.as_of)
  const [rows, setRows] = useState<TypedBucket[]>(() =>
    drift.buckets.map(bucket => ({
      key: bucket.key,
      name: nameOf(bucket),
      current: bucket.weight,
      weight: toTyped(bucket.target, locale),
      min: toTyped(bucket.min, locale),
      max: toTyped(bucket.max, locale),
    })),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [isEdited, setIsEdited] = useState(false)
  const saving = useMutation({
    mutationFn: (buckets: { key: string; weight: number; min: number; max: number }[]) =>
      saveTarget(existing, subject, filter.family, {
        name: name.trim(),
        valid_from: validFrom,
        buckets,
        locked_positions: drift.target?.locked_positions ?? [],
      }),
    meta: { quiet: true },
    onSuccess: () => {
      changed()
      showToast(text('target_saved'), 'success')
      frame.onClose()
    },
  })
  const sum = sumWeights(rows, locale)
  const submit = () => {
    const read = readBuckets(rows, locale)
    if (name.trim() === '') setProblem(text('target_name_missing'))
    else if (!isDate(validFrom)) setProblem(text('target_date_missing'))
    else if ('wrong' in read) setProblem(text('target_invalid', { name: read.wrong.name }))
    else if (Math.abs(sum - 1) > 1e-9) setProblem(text('target_sum_wrong'))
    else {
      setProblem(null)
      saving.mutate(read.buckets)
    }
  }
  const edit =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setIsEdited(true)
    }
  return (
    <FormDialog
      {...frame}
      title={text(existing ? 'targets_edit' : 'targets_set')}
      submitLabel={text('save')}
      isBusy={saving.isPending}
      error={saving.error}
      isEdited={isEdited}
      onSubmit={submit}
      width={820}
      footerStart={
        existing && <DeleteTarget id={existing.id} name={existing.name} onDeleted={frame.onClose} />
      }
    >
      <FieldPair>
        <Field label={text('target_name')}>
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={name}
            onChange={event => edit(setName)(event.target.value)}
          />
        </Field>
        <Field label={text('target_valid_from')}>
          <DateInput value={validFrom} onChange={event => edit(setValidFrom)(event.target.value)} />
        </Field>
      </FieldPair>
      <BucketFields dimension={drift.dimension} rows={rows} onChange={edit(setRows)} />
      <div className={styles.sum}>
        <span className={styles.help}>{text('target_help')}</span>
        <b aria-live="polite">
          {text('target_sum', { sum: format.percent(Number.isNaN(sum) ? null : sum, { sign: 'minus' }) })}
        </b>
      </div>
      {problem !== null && (
        <div className={styles.notes}>
          <Note tone="loss" isAlert>
            {problem}
          </Note>
        </div>
      )}
    </FormDialog>
  )
}

function DeleteTarget({ id, name, onDeleted }: { id: string; name: string; onDeleted: () => void }) {
  const text = useText()
  const removed = useTargetRemoved()
  const removing = useMutation({
    mutationFn: () => removeTarget(id),
    onSuccess: () => {
      removed()
      showToast(text('target_deleted', { name }), 'success')
      onDeleted()
    },
  })
  return (
    <DeleteButton
      label={text('target_delete')}
      question={text('target_delete_question', { name })}
      isBusy={removing.isPending}
      onDelete={() => removing.mutate()}
    >
      {text('target_delete_note')}
    </DeleteButton>
  )
}
