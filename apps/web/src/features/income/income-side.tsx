import type { Filter } from '@plumbline/contract'
import { Link } from '@tanstack/react-router'
import { weightIn } from '../../lib/format/format.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, TypeMark, Weight } from '../../portfolio/cells.tsx'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { Missing } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import styles from './income.module.css'
import { exportIncome, type Income } from './use-income.ts'

/** Expected income by the currency it is paid in. */
export function CurrencyCard({ income }: { income: Income }) {
  const text = useText()
  const { currencies, total } = income
  return (
    <Card title={text('income_by_currency')} note={text('income_next_12')}>
      <table className={styles.plain}>
        <caption className="visually-hidden">{text('income_by_currency')}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{text('income_cash_currency')}</th>
            <td />
            <th scope="col">{text('income_expected')}</th>
            <th scope="col">{text('income_share')}</th>
          </tr>
        </thead>
        <tbody>
          {currencies.map(({ currency, expected, share }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              <td className={styles.barCell}>
                <span className={styles.track}>
                  <i style={{ width: `${Math.max(0, Math.min(1, share ?? 0)) * 100}%` }} />
                </span>
              </td>
              <td>
                <Money value={expected} />
              </td>
              <td>
                <Weight value={share} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('table_total')}</th>
            <td />
            <td>
              <Money value={total.expected} flags={total.flags} />
            </td>
            <td>
              <Weight value={weightIn(total.expected, total.expected)} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}

const shownPayments = 6

/** The next payments that are income, those of the current month included. */
export function NextPayments({ income }: { income: Income }) {
  const text = useText()
  const format = useFormat()
  const kinds: ReadonlySet<string> = new Set(['dividend', 'coupon', 'interest', 'rent', 'other'])
  const next = income.payments.filter(({ status, kind }) => status !== 'received' && kinds.has(kind))
  return (
    <Card
      title={text('income_next_payments')}
      actions={
        <Link to="/events" search={previous => previous} className={styles.link}>
          {text('income_all_events')}
        </Link>
      }
    >
      {next.length === 0 ? (
        <EmptyState icon="calendar" title={text('income_no_payments')} />
      ) : (
        <ul className={styles.payments}>
          {next.slice(0, shownPayments).map((payment, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two payments of a day can be alike in everything.
            <li key={place}>
              <span>{format.day(payment.date)}</span>
              <span className={styles.name} title={payment.name}>
                <TypeMark type={payment.instrument_type} />
                <span>{payment.name}</span>
              </span>
              <Money value={payment.calculated_amount} flags={payment.flags} />
              <span className={styles.certainty}>
                {payment.certainty && text(`income_certainty_${payment.certainty}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type Ladder = Income['cash'][number]

interface CashLadderProps {
  income: Income
  /** The filter, for the export. */
  body: Filter
  className?: string | undefined
}

/** The cash of each currency today, at its lowest and in twelve months, and the day it runs dry. */
export function CashLadder({ income, body, className }: CashLadderProps) {
  const text = useText()
  const format = useFormat()
  const dry = ({ opening, runs_dry: day }: Ladder) => {
    if (day === null) return <span className={styles.quiet}>{text('income_cash_never')}</span>
    // The ladder begins today, which need not be the day that it was overdrawn.
    return <Tag tone="warn">{opening < 0 ? text('income_cash_already') : format.date(day)}</Tag>
  }
  const sum = (id: 'opening' | 'lowest' | 'closing', header: string) => ({
    id,
    header,
    align: 'end' as const,
    cell: (row: Ladder) => <Money value={row[id]} unit={row.currency} />,
  })
  return (
    <Card
      className={className}
      title={text('income_cash')}
      note={text('income_cash_note')}
      actions={<CsvButton size="small" load={() => exportIncome(body, 'cash')} fileName="cash ladder.csv" />}
    >
      <Table<Ladder>
        label={text('income_cash_note')}
        density="compact"
        rows={income.cash}
        rowKey={({ currency }) => currency}
        columns={[
          { id: 'currency', header: text('income_cash_currency'), cell: ({ currency }) => <b>{currency}</b> },
          sum('opening', text('income_cash_today')),
          sum('lowest', text('income_cash_lowest')),
          sum('closing', text('income_cash_end')),
          { id: 'dry', header: text('income_cash_dry'), align: 'end', cell: dry },
        ]}
        phoneRow={row => ({
          title: row.currency,
          note: (
            <>
              {text('income_cash_dry')}: {dry(row)}
            </>
          ),
          value: <Money value={row.closing} unit={row.currency} />,
          change: <Money value={row.opening} unit={row.currency} />,
        })}
        empty={<Missing />}
      />
    </Card>
  )
}
