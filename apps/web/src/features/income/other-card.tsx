import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money } from '../../portfolio/cells.tsx'
import { Missing } from '../../ui/display/figure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Table } from '../../ui/table/table.tsx'
import styles from './income.module.css'
import type { Income } from './use-income.ts'

type OtherKind = Income['other']['kinds'][number]

/** Fees, repayments, loans and calls: what is expected against what came in or went out. */
export function OtherCard({ income, className }: { income: Income; className?: string | undefined }) {
  const text = useText()
  const format = useFormat()
  const { currency } = income.basis
  const { total, kinds } = income.other
  const next = ({ next_payment: payment }: OtherKind) =>
    payment === null ? (
      <Missing />
    ) : (
      <>
        <span className={styles.quiet}>{format.date(payment.date)}</span>{' '}
        <Money value={payment.original_amount} unit={payment.currency} sign="always" /> {payment.currency}
      </>
    )
  const sum = (id: 'expected' | 'received' | 'change', header: string) => ({
    id,
    header,
    align: 'end' as const,
    cell: (row: OtherKind) => <Money value={row[id]} flags={row.flags} sign="always" />,
    total: <Money value={total[id]} flags={total.flags} sign="always" />,
  })
  const name = ({ kind }: OtherKind) => text(`income_kind_${kind}`)
  return (
    <Card className={className} title={text('income_other')} note={text('income_other_note')}>
      <Table<OtherKind>
        label={text('income_other')}
        density="compact"
        rows={kinds}
        rowKey={({ kind }) => kind}
        columns={[
          { id: 'kind', header: text('income_by_kind'), cell: name, total: text('table_total') },
          { id: 'next', header: text('income_next_payment'), align: 'end', priority: 1, cell: next },
          sum('expected', text('income_next_12_in', { currency })),
          sum('received', text('income_last_12_in', { currency })),
          sum('change', text('income_change')),
        ]}
        phoneRow={row => ({
          title: name(row),
          note: next(row),
          value: <Money value={row.expected} flags={row.flags} sign="always" />,
          change: text('income_phone_before', { amount: format.amount(row.received) }),
        })}
      />
    </Card>
  )
}
