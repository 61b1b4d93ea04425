import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasCode } from '../../lib/api/api-error.ts'
import { type ModalOf, useModal } from '../../lib/browser/modals.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Select } from '../../ui/form/select.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import styles from './data-quality.module.css'
import { LinesTable } from './lines-table.tsx'
import { ProposalsPart } from './proposals-part.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import { ToleranceDialog } from './tolerance-dialog.tsx'
import {
  downloadStatement,
  qualityActions,
  type ReconciledAccount,
  type Reconciliation,
  statementQuery,
  useQualityChange,
} from './use-data-quality.ts'

interface StatementPartProps {
  account: ReconciledAccount
  modal: ModalOf<'data-quality'>
}

/** A statement of an account compared with the ledger. */
export function StatementPart({ account, modal }: StatementPartProps) {
  const text = useText()
  const { change } = useModal()
  const { id, name } = account.account
  const statement = useQuery({
    ...statementQuery(id, modal.date),
    enabled: account.statement_date !== null || modal.date !== undefined,
  })
  const data = statement.data?.data
  const closeForm = () => void change({ form: undefined })
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <Button
          size="small"
          variant="quiet"
          icon="chevron-left"
          onClick={() => void change({ account: undefined, date: undefined, form: undefined })}
        >
          {text('reconciliation_all')}
        </Button>
        <b>{name}</b>
        {data && <StatementChoice data={data} />}
        <span className={styles.spacer} />
        <StatementActions account={id} data={data} mayChange={data?.may_change ?? account.may_change} />
      </div>
      {data ? (
        <ReconciliationSummary data={data} />
      ) : statement.isFetching ? (
        <SkeletonRows rows={6} />
      ) : (
        <EmptyState icon="document" title={text('reconciliation_no_statement')}>
          {text('reconciliation_upload_note')}
        </EmptyState>
      )}
      <StatementDialog
        account={id}
        currency={data?.currency}
        frame={{ isOpen: modal.form === 'statement', onClose: closeForm }}
      />
      {data && (
        <ToleranceDialog
          key={JSON.stringify(data.tolerance)}
          data={data}
          frame={{ isOpen: modal.form === 'tolerance', onClose: closeForm }}
        />
      )}
    </div>
  )
}

function StatementChoice({ data }: { data: Reconciliation }) {
  const text = useText()
  const format = useFormat()
  const { change } = useModal()
  return (
    <div className={styles.kinds}>
      <Select
        size="small"
        label={text('reconciliation_day')}
        value={data.statement_date}
        onChange={date => void change({ date })}
        options={data.statements.map(({ date, breaks_count: count }) => ({
          value: date,
          label: format.date(date),
          note: count === 0 ? text('reconciliation_agrees') : text('reconciliation_breaks_of', { count }),
        }))}
      />
    </div>
  )
}

interface StatementActionsProps {
  account: string
  data: Reconciliation | undefined
  /** Statements of custodian accounts are for staff. */
  mayChange: boolean
}

function StatementActions({ account, data, mayChange }: StatementActionsProps) {
  const text = useText()
  const { change } = useModal()
  const isStaff = useHasRole(['admin', 'adviser'])
  return (
    <>
      {data && isStaff && (
        <Button size="small" variant="quiet" onClick={() => void change({ form: 'tolerance' })}>
          {text('reconciliation_tolerance')}
        </Button>
      )}
      {data && (
        <CsvButton
          size="small"
          load={() => downloadStatement(account, data.statement_date)}
          fileName={`reconciliation-${data.statement_date}.csv`}
        />
      )}
      {mayChange && (
        <>
          <Button size="small" onClick={() => void change({ form: 'statement' })}>
            {text('reconciliation_add')}
          </Button>
          <UploadButton account={account} />
        </>
      )}
    </>
  )
}

/** Uploads a statement; asks first if the file has another account number. */
function UploadButton({ account }: { account: string }) {
  const text = useText()
  const format = useFormat()
  const { change } = useModal()
  const input = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<{ file: File; message: string } | null>(null)
  const uploading = useQualityChange(qualityActions.addFile, ({ data: { statement_date: date } }) => {
    showToast(text('reconciliation_kept', { date: format.date(date) }), 'success')
    void change({ date })
  })
  const upload = (file: File, isConfirmed: boolean) =>
    uploading.mutate(
      { account, file, isConfirmed },
      {
        onSuccess: ({ extra: { left_out: numbers } }) => {
          const named = numbers.map(({ number, currencies }) => [number, ...currencies].join(' ')).join(', ')
          setAsked(
            numbers.length === 0
              ? null
              : { file, message: text('reconciliation_left_out', { numbers: named }) },
          )
        },
        onError: error => {
          if (hasCode(error, 'other_account')) setAsked({ file, message: error.message })
        },
      },
    )
  return (
    <>
      <Button size="small" icon="up" isBusy={uploading.isPending} onClick={() => input.current?.click()}>
        {text('reconciliation_upload')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('reconciliation_upload')}
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) upload(file, false)
          // Reset, so that choosing the same file again fires a change event.
          event.target.value = ''
        }}
      />
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={text('reconciliation_other_account')}
        confirmLabel={text('reconciliation_other_account_confirm')}
        safeLabel={text('cancel')}
        isBusy={uploading.isPending}
        onConfirm={() => asked && upload(asked.file, true)}
      >
        {asked?.message}
      </ConfirmDialog>
    </>
  )
}

function ReconciliationSummary({ data }: { data: Reconciliation }) {
  const text = useText()
  return (
    <>
      <dl className={styles.equation}>
        <div>
          <dt>{text('reconciliation_statement')}</dt>
          <dd>
            <Amount value={data.statement_value} currency={data.currency} />
          </dd>
        </div>
        <div>
          <dt>= {text('reconciliation_ledger')}</dt>
          <dd>
            <Amount value={data.ledger_value} />
          </dd>
        </div>
        <div>
          <dt>+ {text('reconciliation_breaks')}</dt>
          <dd>
            <Amount value={data.break_value} sign="always" isToned />
          </dd>
        </div>
      </dl>
      <div className={styles.content}>
        <LinesTable data={data} />
        <ProposalsPart data={data} />
      </div>
      <StatementParts data={data} />
      {data.causes.length > 0 && (
        <ul className={styles.causes} aria-label={text('reconciliation_by_cause')}>
          {data.causes.map(({ cause, count, value }) => (
            <li key={cause}>
              <Tag tone="outline">
                {text(`break_${cause}`)} {count}
              </Tag>{' '}
              <Amount value={value} sign="always" />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const namedScopes = ['account', 'holdings', 'cash'] as const

/** The statements of the day side by side, where there are several. */
function StatementParts({ data }: { data: Reconciliation }) {
  const text = useText()
  if (data.parts.length < 2) return null
  return (
    <ul className={styles.causes} aria-label={text('reconciliation_parts')}>
      {data.parts.map(({ source, scope, is_compared: isCompared }) => {
        const known = namedScopes.find(each => each === scope)
        return (
          <li key={`${source}.${scope}`}>
            <Tag tone={isCompared ? 'outline' : 'plain'}>
              {source === 'typed' ? text('reconciliation_typed') : source.toUpperCase()}{' '}
              {known ? text(`reconciliation_scope_${known}`) : scope}
            </Tag>
            {!isCompared && <span className={styles.quiet}> {text('reconciliation_replaced')}</span>}
          </li>
        )
      })}
    </ul>
  )
}
