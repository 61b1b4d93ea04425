import type { Report } from '@plumbline/contract'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { CurrencyField } from '../../filter/currency-field.tsx'
import { FamilyField, useNewFamily } from '../../filter/family/family-field.tsx'
import { useFilterKinds } from '../../filter/filter-kinds.ts'
import { useEditedVersion } from '../../lib/api/edited-version.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { nameProblem } from '../../lib/session/account-rules.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import { CheckList } from '../../ui/form/check-list.tsx'
import { Field, FieldPair } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { LastPrint } from './last-print.tsx'
import { PrintButtons } from './print-buttons.tsx'
import type { ReportActions } from './report-columns.tsx'
import styles from './reports.module.css'
import { saveReport, useReportsChanged } from './use-reports.ts'

const types = [
  'statement',
  'performance',
  'positions',
  'transactions',
  'income',
  'expected_income',
  'targets',
  'fees',
  'realized_gains',
] as const satisfies readonly Report['report_type'][]

const filterFields = [
  { list: 'filter_account', label: 'reports_accounts_pick' },
  { list: 'filter_instrument_type', label: 'reports_types_pick' },
  { list: 'filter_currency', label: 'reports_currencies_pick' },
] as const

interface Values
  extends Pick<
    Report,
    'name' | 'report_type' | 'calculated_currency' | (typeof filterFields)[number]['list']
  > {
  family: string
}

interface ReportFormProps {
  frame: DialogFrame
  /** Null for a new report. */
  report: Report | null
  actions: ReportActions
}

/** Edits the type, currency and filter of a report. */
export function ReportForm({ frame, report, actions }: ReportFormProps) {
  const text = useText()
  const isPhone = useIsPhone()
  const { form, saving, submit } = useReportForm({ frame, report, actions })
  const { register, watch, setValue, formState } = form
  const kinds = useFilterKinds(watch('family') || undefined)
  return (
    <FormDialog
      {...frame}
      title={report === null ? text('reports_new') : text('edit_named', { name: report.name })}
      submitLabel={text('save')}
      isBusy={saving.isBusy}
      error={saving.error}
      onReload={saving.onReload}
      isEdited={formState.isDirty}
      // Read-only for users who may only print.
      isDisabled={actions.onEdit === undefined}
      onSubmit={() => submit(false)}
      footerStart={
        actions.onEdit && (
          <Button variant="quiet" icon="document" isBusy={saving.isBusy} onClick={() => submit(true)}>
            {text('reports_save_and_print')}
          </Button>
        )
      }
    >
      {isPhone && report !== null && (
        <PhoneActions report={report} actions={actions} onClose={frame.onClose} />
      )}
      <Field label={text('name')} error={fieldErrorText(formState.errors.name, text)}>
        <TextInput autoComplete="off" maxLength={200} {...register('name', { validate: nameProblem })} />
      </Field>
      <FamilyField
        value={watch('family')}
        isFixed={report !== null}
        error={fieldErrorText(formState.errors.family, text)}
        onChange={family => {
          setValue('family', family, { shouldDirty: true, shouldValidate: true })
          setValue('filter_account', [])
        }}
      />
      <FieldPair>
        <Field label={text('reports_type')} error={fieldErrorText(formState.errors.report_type, text)}>
          <Select
            options={types.map(value => ({ value, label: text(`report_type_${value}`) }))}
            value={watch('report_type')}
            onChange={type => setValue('report_type', type, { shouldDirty: true })}
          />
        </Field>
        <CurrencyField
          isReporting
          value={watch('calculated_currency')}
          error={fieldErrorText(formState.errors.calculated_currency, text)}
          onChange={code => setValue('calculated_currency', code, { shouldDirty: true })}
        />
      </FieldPair>
      <div className={styles.lists}>
        {filterFields.map(({ list, label }) => (
          <CheckList
            key={list}
            label={text(label)}
            options={kinds.find(kind => kind.list === list)?.options ?? []}
            chosen={watch(list)}
            error={formState.errors[list]?.message}
            // The options are values of the same filter list.
            onChange={chosen => setValue(list, chosen as Values[typeof list], { shouldDirty: true })}
          />
        ))}
      </div>
    </FormDialog>
  )
}

/** The form of a report, and the call that saves it and may print it. */
function useReportForm({ frame, report, actions }: ReportFormProps) {
  const text = useText()
  const changed = useReportsChanged()
  const { currency } = useUserSettings()
  const newFamily = useNewFamily()
  const isPrintWanted = useRef(false)
  const form = useForm<Values>({
    defaultValues: toFormValues(report, currency, newFamily.initial),
    mode: 'onTouched',
  })
  const edited = useEditedVersion(
    form,
    report,
    row => toFormValues(row, currency, newFamily.initial),
    changed,
  )
  form.register('family', { validate: newFamily.problem })
  const saving = useFormCall(form, {
    send: values => saveReport(report?.id, { ...values, name: values.name.trim() }, edited.version),
    reload: edited.reload,
    fields: ['name', 'family', 'report_type', 'calculated_currency', ...filterFields.map(({ list }) => list)],
    onSuccess: saved => {
      void changed()
      showToast(text('saved'), 'success')
      frame.onClose()
      if (isPrintWanted.current) actions.onPrint(saved, 'pdf')
    },
  })
  const submit = (isPrinted: boolean) => {
    isPrintWanted.current = isPrinted
    void saving.submit()
  }
  return { form, saving, submit }
}

interface PhoneActionsProps {
  report: Report
  actions: ReportActions
  onClose: () => void
}

/** The actions that a phone has no room for in the list. */
function PhoneActions({ report, actions, onClose }: PhoneActionsProps) {
  const text = useText()
  const { onDelete } = actions
  return (
    <div className={styles.phone}>
      <PrintButtons report={report} actions={actions} />
      <LastPrint report={report} state={actions.printState(report)} />
      {onDelete && (
        <Button
          variant="quiet"
          size="small"
          icon="trash"
          onClick={() => {
            onDelete(report)
            onClose()
          }}
        >
          {text('delete')}
        </Button>
      )}
    </div>
  )
}

function toFormValues(
  report: Report | null,
  currency: Values['calculated_currency'],
  family: string,
): Values {
  return {
    family: report?.family.id ?? family,
    name: report?.name ?? '',
    report_type: report?.report_type ?? 'statement',
    calculated_currency: report?.calculated_currency ?? currency,
    filter_account: report?.filter_account ?? [],
    filter_instrument_type: report?.filter_instrument_type ?? [],
    filter_currency: report?.filter_currency ?? [],
  }
}
