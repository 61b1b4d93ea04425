import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { isUnderWay, jobsQuery, useCancelJob, useDownload, useJobs } from '../../lib/api/jobs.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { nameProblem } from '../../lib/session/account-rules.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { useClientsChanged } from '../../portfolio/clients/client-tasks.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field, FieldPair } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { WorkBar } from '../../ui/layout/work-bar.tsx'
import { Dialog, type DialogFrame, Spacer } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import styles from './clients.module.css'
import { orderReports, type ReportOrder } from './use-clients.ts'

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
] as const
const formats = ['pdf', 'xlsx', 'csv'] as const
const periods = ['mtd', '3m', '6m', 'ytd', '1y', 'all'] as const
const ownCurrency = 'own'

interface Values {
  name: string
  type: (typeof types)[number]
  format: (typeof formats)[number]
  period: (typeof periods)[number]
  currency: string
}

/** Prints one report for several clients as one job, and shows its progress. */
export function ReportsDialog({ families, frame }: { families: readonly string[]; frame: DialogFrame }) {
  const [jobId, setJobId] = useState<string | null>(null)
  return jobId === null ? (
    <OrderForm families={families} frame={frame} onOrdered={setJobId} />
  ) : (
    <Progress jobId={jobId} frame={frame} />
  )
}

interface OrderFormProps {
  families: readonly string[]
  frame: DialogFrame
  onOrdered: (jobId: string) => void
}

function OrderForm({ families, frame, onOrdered }: OrderFormProps) {
  const text = useText()
  const queryClient = useQueryClient()
  const { currency } = useUserSettings()
  const form = useForm<Values>({
    defaultValues: {
      name: text('report_type_statement'),
      type: 'statement',
      format: 'pdf',
      period: 'ytd',
      currency: ownCurrency,
    },
  })
  const { watch, setValue, register, formState } = form
  const sending = useFormCall(form, {
    send: (values: Values) => orderReports(toOrder(values, families)),
    fields: ['name', 'type', 'currency', 'period'],
    wireNames: { type: 'report_type' },
    onSuccess: ({ data }) => {
      void queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey })
      onOrdered(data.id)
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text('clients_reports_title', { count: families.length })}
      submitLabel={text('clients_reports_print')}
      isBusy={sending.isBusy}
      error={sending.error}
      isEdited={formState.isDirty}
      onSubmit={sending.submit}
    >
      <Field label={text('name')} error={fieldErrorText(formState.errors.name, text)}>
        <TextInput autoComplete="off" maxLength={200} {...register('name', { validate: nameProblem })} />
      </Field>
      <FieldPair>
        <Field label={text('reports_type')}>
          <Select
            options={types.map(value => ({ value, label: text(`report_type_${value}`) }))}
            value={watch('type')}
            onChange={type => setValue('type', type, { shouldDirty: true })}
          />
        </Field>
        <Field label={text('period')}>
          <Select
            options={periods.map(value => ({ value, label: text(`period_${value}`) }))}
            value={watch('period')}
            onChange={period => setValue('period', period, { shouldDirty: true })}
          />
        </Field>
      </FieldPair>
      <FieldPair>
        <Field label={text('currency')} error={fieldErrorText(formState.errors.currency, text)}>
          <Select
            options={[
              { value: ownCurrency, label: text('clients_own_currency') },
              { value: currency, label: currency },
            ]}
            value={watch('currency')}
            onChange={chosen => setValue('currency', chosen, { shouldDirty: true })}
          />
        </Field>
        <Field label={text('clients_reports_format')}>
          <Select
            options={formats.map(value => ({ value, label: value.toUpperCase() }))}
            value={watch('format')}
            onChange={chosen => setValue('format', chosen, { shouldDirty: true })}
          />
        </Field>
      </FieldPair>
      <p className={styles.help}>{text('clients_reports_note')}</p>
    </FormDialog>
  )
}

function toOrder({ name, type, format, period, currency }: Values, families: readonly string[]): ReportOrder {
  return {
    families: [...families],
    name: name.trim(),
    report_type: type,
    format,
    period: { name: period },
    // The offered currencies are those of the user's settings.
    currency: currency === ownCurrency ? null : (currency as NonNullable<ReportOrder['currency']>),
  }
}

function Progress({ jobId, frame }: { jobId: string; frame: DialogFrame }) {
  const text = useText()
  const changed = useClientsChanged()
  const cancel = useCancelJob()
  const download = useDownload()
  const [isBeginning, setIsBeginning] = useState(true)
  const job = useJobs(isBeginning).find(({ id }) => id === jobId)
  const isWorking = job === undefined || isUnderWay(job)
  const isKnown = job !== undefined
  useEffect(() => {
    if (isKnown) setIsBeginning(false)
  }, [isKnown])
  useEffect(() => {
    if (!isWorking) void changed()
  }, [isWorking, changed])
  return (
    <Dialog
      {...frame}
      title={job?.name ?? text('clients_reports')}
      footer={
        <>
          {isWorking && job !== undefined && (
            <Button variant="quiet" onClick={() => cancel.mutate(job.id)}>
              {text('cancel')}
            </Button>
          )}
          <Spacer />
          <Button onClick={frame.onClose}>{text('close')}</Button>
          {job?.status === 'done' && (
            <Button
              variant="primary"
              icon="download"
              isBusy={download.isPending}
              onClick={() => download.mutate(job.id)}
            >
              {text('notices_download')}
            </Button>
          )}
        </>
      }
    >
      {isWorking ? (
        <>
          <WorkBar isWide label={job?.name ?? ''} progress={job?.progress ?? null} />
          <p className={styles.help} role="status">
            {job?.message ?? text('clients_reports_waiting')}
          </p>
          <p className={styles.help}>{text('clients_reports_later')}</p>
        </>
      ) : (
        <Note tone={job.status === 'done' ? 'gain' : 'loss'} isAlert>
          {job.status === 'done'
            ? text('clients_reports_done')
            : (job.message ?? text('clients_reports_cancelled'))}
        </Note>
      )}
    </Dialog>
  )
}
