import type { Asset } from '@plumbline/contract'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import styles from './asset-figures.module.css'
import { Figure, FigureList, Reason } from './figure-list.tsx'

type Loan = NonNullable<Asset['loan']>

interface Row {
  key: string
  date: string
  drawn: number
  interest: number
  principal: number
  outstanding: number
  isPaid: boolean
}

/** What a loan has paid and will pay: interest, principal and what remains. */
export function LoanSection({ loan, currency }: { loan: Loan; currency: string }) {
  const text = useText()
  const rows: Row[] = [
    ...loan.paid.map(payment => ({ ...payment, isPaid: true })),
    ...(loan.upcoming ?? []).map(payment => ({ ...payment, drawn: 0, isPaid: false })),
  ].map(payment => ({ ...payment, key: `${payment.date} ${payment.isPaid}` }))
  return (
    <section className={styles.section}>
      <FigureList label={`${text('assets_schedule')}, ${currency}`}>
        <Figure name={text('assets_payment_outstanding')}>
          <Amount value={loan.outstanding} />
        </Figure>
        <Figure name={text('assets_loan_principal_paid')}>
          <Amount value={loan.principal_paid} />
        </Figure>
        <Figure name={text('assets_loan_interest_paid')}>
          <Amount value={loan.interest_paid} />
        </Figure>
        <Figure name={text('assets_loan_interest_to_come')}>
          {loan.interest_to_come === null ? (
            <Reason>{text('assets_reason_no_maturity')}</Reason>
          ) : (
            <Amount value={loan.interest_to_come} />
          )}
        </Figure>
      </FigureList>
      <Payments rows={rows} currency={currency} />
    </section>
  )
}

function Payments({ rows, currency }: { rows: readonly Row[]; currency: string }) {
  const text = useText()
  const format = useFormat()
  const state = ({ isPaid, drawn }: Row) =>
    text(isPaid ? (drawn > 0 ? 'assets_payment_drawn' : 'assets_payment_paid') : 'assets_payment_planned')
  return (
    <div className={styles.frame}>
      <Table<Row>
        label={text('assets_schedule')}
        density="compact"
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { id: 'date', header: text('assets_date'), cell: ({ date }) => format.date(date) },
          {
            id: 'state',
            header: text('assets_payment_state'),
            cell: row => <Tag tone={row.isPaid ? 'plain' : 'outline'}>{state(row)}</Tag>,
          },
          ...(['interest', 'principal'] as const).map(field => ({
            id: field,
            header: `${text(`assets_payment_${field}`)}, ${currency}`,
            align: 'end' as const,
            cell: (row: Row) => {
              const amount = field === 'principal' && row.drawn > 0 ? row[field] - row.drawn : row[field]
              return amount === 0 ? <Missing /> : <Amount value={amount} />
            },
          })),
          {
            id: 'outstanding',
            header: `${text('assets_payment_outstanding')}, ${currency}`,
            align: 'end',
            cell: ({ outstanding }) => <Amount value={outstanding} />,
          },
        ]}
        empty={
          <EmptyState icon="calendar" title={text('assets_no_schedule')}>
            {text('assets_no_schedule_note')}
          </EmptyState>
        }
        phoneRow={row => ({
          title: `${format.date(row.date)} · ${state(row)}`,
          note: (
            <>
              {text('assets_payment_outstanding')} <Amount value={row.outstanding} />
            </>
          ),
          value: <Amount value={row.drawn > 0 ? -row.drawn : row.interest + row.principal} />,
        })}
      />
    </div>
  )
}
