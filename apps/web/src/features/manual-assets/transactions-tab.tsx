import type { TextKey } from '@plumbline/contract/texts'
import { useState } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import type { AssetAccount, AssetForm } from './asset-types.ts'
import { type EntryKind, entryAmount, putDraft, type TransactionDraft } from './entries.ts'
import { EntryActions, EntryState } from './entry-actions.tsx'
import { type EntryProblem, findProblem } from './entry-problem.ts'
import styles from './manual-assets.module.css'
import { TransactionDialog } from './transaction-dialog.tsx'

interface TransactionsTabProps {
  drafts: TransactionDraft[]
  onChange: (drafts: TransactionDraft[]) => void
  type: AssetForm
  /** Only for loans. */
  side: string | null
  name: string
  currency: string
  /** The account the asset is kept in; undefined until it is chosen. */
  account: AssetAccount | undefined
  problem: EntryProblem | null
}

/** Types that begin with something else than a purchase. */
const firstEntryNotes: Readonly<Record<string, TextKey>> = {
  private_equity: 'assets_no_calls_note',
  loan: 'assets_no_drawdown_note',
}

/** The transactions of an asset. Changes are posted when the asset is saved. */
export function TransactionsTab(props: TransactionsTabProps) {
  const { drafts, onChange, type, side, name, currency, account, problem } = props
  const text = useText()
  const format = useFormat()
  const typeLabel = useTypeLabel()
  const [edited, setEdited] = useState<TransactionDraft | 'new' | null>(findProblem(drafts, problem))
  const put = (draft: TransactionDraft) => onChange(putDraft(drafts, draft))
  const kind = { type: type.id, side }
  const actions: Column<TransactionDraft> = {
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
        <p>{text('assets_entries_note')}</p>
        <Button size="small" icon="plus" onClick={() => setEdited('new')}>
          {text('assets_add_transaction')}
        </Button>
      </div>
      <div className={styles.frame}>
        <Table<TransactionDraft>
          label={text('assets_transactions')}
          density="regular"
          columns={[...useColumns(drafts, kind, currency), actions]}
          rows={drafts}
          rowKey={({ key }) => key}
          empty={
            <EmptyState icon="swap" title={text('assets_no_transactions')}>
              {text(firstEntryNotes[type.id] ?? 'assets_no_transactions_note')}
            </EmptyState>
          }
          onOpen={setEdited}
          phoneRow={({ body }) => ({
            title: typeLabel(body.type),
            note: format.date(body.date),
            value: <Amount value={entryAmount(body, kind)} />,
          })}
        />
      </div>
      {edited !== null && (
        <TransactionDialog
          draft={edited === 'new' ? null : edited}
          type={type}
          name={name}
          currency={currency}
          side={side}
          account={account}
          problem={edited !== 'new' && edited.key === problem?.key ? problem : null}
          onClose={() => setEdited(null)}
          onDone={put}
        />
      )}
    </>
  )
}

function useTypeLabel(): (slug: string) => string {
  const text = useText()
  return slug => text(`manual_transaction_${slug}` as 'manual_transaction_purchase')
}

function useColumns(
  drafts: readonly TransactionDraft[],
  kind: EntryKind,
  currency: string,
): Column<TransactionDraft>[] {
  const text = useText()
  const format = useFormat()
  const typeLabel = useTypeLabel()
  return [
    {
      id: 'date',
      header: text('assets_date'),
      cell: ({ body }) => format.date(body.date),
      total: text('assets_net'),
    },
    {
      id: 'type',
      header: text('assets_entry_type'),
      cell: ({ body, state }) => (
        <span className={styles.entry}>
          {[typeLabel(body.type), body.note].filter(Boolean).join(': ')}
          {body.paid_from === 'elsewhere' && <Tag tone="outline">{text('assets_paid_tag')}</Tag>}
          <EntryState state={state} />
        </span>
      ),
    },
    {
      id: 'amount',
      header: text('assets_amount_in', { currency }),
      align: 'end',
      cell: ({ body }) => {
        const amount = entryAmount(body, kind)
        if (amount !== null) return <Amount value={amount} />
        if (body.quantity == null) return <Missing />
        return <span data-amount="">{format.quantity(body.quantity)}</span>
      },
      total: <Amount value={netCash(drafts, kind)} />,
    },
    {
      id: 'fees',
      header: text('assets_fees'),
      align: 'end',
      cell: ({ body }) => (body.fees ? <Amount value={body.fees} /> : <Missing />),
    },
  ]
}

/** The sum of the cash amounts after costs, without voided entries. A commitment moves no cash. */
function netCash(drafts: readonly TransactionDraft[], kind: EntryKind): number {
  return drafts
    .filter(({ state, body }) => state !== 'voided' && body.type !== 'commitment')
    .reduce((sum, { body }) => sum + (entryAmount(body, kind) ?? 0) - (body.fees ?? 0) - (body.taxes ?? 0), 0)
}
