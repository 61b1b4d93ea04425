import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ModalOf, useModal } from '../../lib/browser/modals.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Select } from '../../ui/form/select.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import styles from './data-quality.module.css'
import { LinesTable } from './lines-table.tsx'
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
        <StatementActions account={id} data={data} />
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

function StatementActions({ account, data }: { account: string; data: Reconciliation | undefined }) {
  const text = useText()
  const format = useFormat()
  const { change } = useModal()
  const input = useRef<HTMLInputElement>(null)
  const uploading = useQualityChange(qualityActions.addFile, ({ data: { statement_date: date } }) => {
    showToast(text('reconciliation_kept', { date: format.date(date) }), 'success')
    void change({ date })
  })
  return (
    <>
      {data && (
        <>
          <Button size="small" variant="quiet" onClick={() => void change({ form: 'tolerance' })}>
            {text('reconciliation_tolerance')}
          </Button>
          <CsvButton
            size="small"
            load={() => downloadStatement(account, data.statement_date)}
            fileName={`reconciliation-${data.statement_date}.csv`}
          />
        </>
      )}
      <Button size="small" onClick={() => void change({ form: 'statement' })}>
        {text('reconciliation_add')}
      </Button>
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
          if (file) uploading.mutate({ account, file })
          // Reset, so that choosing the same file again fires a change event.
          event.target.value = ''
        }}
      />
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
      </div>
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
