import type { ReactNode } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { textIfAny, useText } from '../../lib/i18n/i18n.ts'
import { Money } from '../../portfolio/cells.tsx'
import { accountWords } from '../../portfolio/display-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Dialog, type DialogFrame, Spacer } from '../../ui/overlay/dialog.tsx'
import { HistoryList } from './history-list.tsx'
import styles from './transactions.module.css'
import type { Version } from './use-transactions.ts'

interface TransactionViewProps {
  frame: DialogFrame
  versions: readonly Version[]
  newest: Version
}

/** A transaction that the user may not correct, such as one from a custodian, with its history. */
export function TransactionView({ frame, versions, newest }: TransactionViewProps) {
  const text = useText()
  const { open } = useModal()
  const { transaction } = newest
  const position = transaction.position_id
  const type = textIfAny(`transaction_type_${transaction.transaction_type}`) ?? transaction.transaction_type
  return (
    <Dialog
      {...frame}
      width={820}
      title={
        <>
          {text('entry_view')} <Tag tone="outline">{transaction.account.name}</Tag>
        </>
      }
      footer={
        <>
          {position !== null && (
            <Button icon="external" onClick={() => void open({ kind: 'position', id: position })}>
              {text('entry_open_position')}
            </Button>
          )}
          <Spacer />
          <Button onClick={frame.onClose}>{text('close')}</Button>
        </>
      }
    >
      <div className={styles.halves}>
        <div className={styles.stack}>
          <p>
            <b>{transaction.name ?? type}</b> <Tag>{type}</Tag>
          </p>
          <Facts newest={newest} />
          <Note>{text('entry_read_only')}</Note>
        </div>
        <HistoryList versions={versions} />
      </div>
    </Dialog>
  )
}

function Facts({ newest: { transaction, entered } }: { newest: Version }) {
  const text = useText()
  const format = useFormat()
  const { currency, settle_date: settled, note, custodian, account } = transaction
  const money = (value: number | null) => value !== null && <Money value={value} unit={currency} />
  const cost = (value: number) => value !== 0 && <Money value={-value} unit={currency} />
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text('group_by_account'), accountWords({ custodian, account }).join(', ')],
    [text('entry_field_date'), format.date(transaction.date)],
    [text('entry_field_settle_date'), settled !== null && format.date(settled)],
    [
      text('entry_field_quantity'),
      entered.quantity !== null && <span data-amount="">{format.quantity(entered.quantity)}</span>,
    ],
    [text('entry_field_price'), entered.price !== null && format.price(entered.price)],
    [`${text('entry_field_amount')}, ${currency}`, money(entered.amount ?? transaction.original_amount)],
    [`${text('entry_field_fees')}, ${currency}`, cost(entered.fees)],
    [`${text('entry_field_taxes')}, ${currency}`, cost(entered.taxes)],
    [text('entry_field_note'), note],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
