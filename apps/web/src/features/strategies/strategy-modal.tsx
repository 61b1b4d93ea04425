import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FamilyField, useNewFamily } from '../../filter/family/family-field.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useEditedVersion } from '../../lib/api/edited-version.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog, type DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { type Picked, PositionPicker } from './position-picker.tsx'
import styles from './strategies.module.css'
import { type StrategyDetail, saveStrategy, strategyQuery, useStrategiesChanged } from './use-strategies.ts'

/** Creates or edits a strategy. */
export function StrategyModal({ modal, frame }: ModalProps<'strategy'>) {
  const text = useText()
  const { filter } = useFilter()
  // Edit all positions of the strategy, regardless of the filter.
  const body = { settings: {}, filters: {}, ...(filter.family !== undefined && { family: filter.family }) }
  const query = useQuery({ ...strategyQuery(body, modal.id ?? ''), enabled: modal.id !== undefined })
  if (modal.id === undefined)
    return <StrategyForm frame={frame} strategy={null} isAdding={false} onRefetch={query.refetch} />
  if (query.data?.strategy_id === modal.id)
    return (
      <StrategyForm
        frame={frame}
        strategy={query.data}
        isAdding={modal.form === 'add'}
        onRefetch={query.refetch}
      />
    )
  return (
    <Dialog {...frame} title={text('strategy_edit')}>
      <QuerySection query={query} skeleton={<SkeletonRows rows={6} />}>
        {() => <SkeletonRows rows={6} />}
      </QuerySection>
    </Dialog>
  )
}

interface Values {
  name: string
  description: string
  family: string
  positions: Picked[]
}

interface StrategyFormProps {
  frame: DialogFrame
  strategy: StrategyDetail | null
  isAdding: boolean
  onRefetch: () => Promise<unknown>
}

function StrategyForm({ frame, strategy, isAdding, onRefetch }: StrategyFormProps) {
  const text = useText()
  const changed = useStrategiesChanged()
  const newFamily = useNewFamily()
  const form = useForm<Values>({
    defaultValues: toFormValues(strategy, newFamily.initial),
    mode: 'onTouched',
  })
  const edited = useEditedVersion(form, strategy, row => toFormValues(row, newFamily.initial), onRefetch)
  const { register, watch, setValue, formState } = form
  register('family', { validate: newFamily.problem })
  const saving = useFormCall(form, {
    send: values =>
      saveStrategy(
        strategy?.strategy_id,
        {
          name: values.name,
          description: values.description,
          family: values.family,
          position_ids: values.positions.map(({ id }) => id),
        },
        edited.version,
      ),
    reload: edited.reload,
    fields: ['name', 'description', 'family'],
    onSuccess: () => {
      changed()
      showToast(text('strategy_saved'), 'success')
      frame.onClose()
    },
  })
  const positions = watch('positions')
  return (
    <FormDialog
      {...frame}
      title={
        isAdding && strategy
          ? text('strategy_add_position_to', { name: strategy.name })
          : text(strategy ? 'strategy_edit' : 'strategy_new')
      }
      submitLabel={text('save')}
      isBusy={saving.isBusy}
      error={saving.error}
      onReload={saving.onReload}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
    >
      {!isAdding && (
        <>
          <Field label={text('strategy_name')} error={fieldErrorText(formState.errors.name, text)}>
            <TextInput
              autoComplete="off"
              maxLength={200}
              {...register('name', { validate: name => name.trim() !== '' || 'strategy_name_missing' })}
            />
          </Field>
          <FamilyField
            value={watch('family')}
            isFixed={strategy !== null}
            error={fieldErrorText(formState.errors.family, text)}
            onChange={family => {
              setValue('family', family, { shouldDirty: true, shouldValidate: true })
              setValue('positions', [])
            }}
          />
          <Field label={text('strategy_description')}>
            <TextArea rows={2} maxLength={5000} {...register('description')} />
          </Field>
        </>
      )}
      <div className={isAdding ? undefined : styles.after}>
        <PositionPicker
          family={watch('family')}
          picked={positions}
          onChange={next => setValue('positions', next, { shouldDirty: true })}
        />
      </div>
    </FormDialog>
  )
}

function toFormValues(strategy: StrategyDetail | null, newFamily: string): Values {
  return {
    family: strategy?.family.id ?? newFamily,
    name: strategy?.name ?? '',
    description: strategy?.description ?? '',
    positions: listPicked(strategy),
  }
}

/** The positions of the strategy by their stored ids. Positions that no longer exist have no name. */
function listPicked(strategy: StrategyDetail | null): Picked[] {
  return (strategy?.position_ids ?? []).map(id => {
    const row = strategy?.positions.find(position => position.id === id)
    return {
      id,
      name: row?.name ?? id,
      type: row?.instrument_type ?? 'other',
      note: row?.account.name ?? '',
      exposure: row?.exposure ?? null,
    }
  })
}
