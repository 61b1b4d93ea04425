import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Amount } from '../../ui/display/figure.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Asset } from './asset-types.ts'
import styles from './manual-assets.module.css'

type Payment = NonNullable<Asset['schedule']>[number]

/** The projected payments of a loan. */
export function ScheduleTab({ payments, currency }: { payments: readonly Payment[]; currency: string }) {
  const text = useText()
  const format = useFormat()
  const amounts = ['interest', 'principal', 'outstanding'] as const
  return (
    <div className={styles.frame}>
      <Table<Payment>
        label={text('assets_schedule')}
        density="compact"
        rows={payments}
        rowKey={({ date }) => date}
        columns={[
          { id: 'date', header: text('assets_date'), cell: ({ date }) => format.date(date) },
          ...amounts.map(field => ({
            id: field,
            header: `${text(`assets_payment_${field}`)}, ${currency}`,
            align: 'end' as const,
            cell: (payment: Payment) => <Amount value={payment[field]} />,
          })),
        ]}
        empty={
          <EmptyState icon="calendar" title={text('assets_no_schedule')}>
            {text('assets_no_schedule_note')}
          </EmptyState>
        }
        phoneRow={payment => ({
          title: format.date(payment.date),
          note: <Amount value={payment.outstanding} />,
          value: <Amount value={payment.interest + payment.principal} />,
        })}
      />
    </div>
  )
}
