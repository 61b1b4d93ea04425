import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useMonthNames } from '../../lib/format/use-month-names.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import styles from './income.module.css'
import { kindColours, stackedKinds } from './income-kinds.ts'
import { MonthChart, MonthLegend } from './month-chart.tsx'
import type { Income, IncomeMonth } from './use-income.ts'

/** Income by month: a chart with a table below it, on phones a list with bars. */
export function MonthsCard({ income, className }: { income: Income; className?: string | undefined }) {
  const text = useText()
  const isPhone = useIsPhone()
  const kinds = income.kinds.map(({ kind }) => kind)
  return (
    <Card
      className={className}
      title={text('income_by_month')}
      note={income.basis.currency}
      actions={!isPhone && <MonthLegend kinds={kinds} />}
    >
      {isPhone ? (
        <>
          <PhoneMonths months={income.months} />
          <div className={styles.phoneLegend}>
            <MonthLegend kinds={kinds} />
          </div>
        </>
      ) : (
        <div className={styles.monthsScroll}>
          <MonthChart months={income.months} />
          <MonthTable income={income} />
        </div>
      )}
    </Card>
  )
}

function MonthTable({ income: { months, total } }: { income: Income }) {
  const text = useText()
  const format = useFormat()
  const names = useMonthNames()
  const whole = (value: number | null) => format.amount(value, { decimals: 0 })
  return (
    <table className={styles.monthTable}>
      <caption className="visually-hidden">{text('income_by_month')}</caption>
      <thead className="visually-hidden">
        <tr>
          <td />
          {months.map(({ month }) => (
            <th key={month} scope="col">
              {names.long(month)}
            </th>
          ))}
          <th scope="col">{text('table_total')}</th>
        </tr>
      </thead>
      <tbody>
        {(['expected', 'received'] as const).map(row => (
          <tr key={row}>
            <th scope="row">{text(row === 'expected' ? 'income_expected' : 'income_received')}</th>
            {months.map(month => (
              <td key={month.month} data-amount="">
                {whole(month[row])}
              </td>
            ))}
            <td data-amount="">{whole(total[row])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One line for each month: what is expected by kind, and below it the year before. */
function PhoneMonths({ months }: { months: readonly IncomeMonth[] }) {
  const format = useFormat()
  const names = useMonthNames()
  const most = Math.max(1, ...months.flatMap(({ expected, received }) => [expected ?? 0, received ?? 0]))
  const share = (value: number | null) => `${(Math.max(0, value ?? 0) / most) * 100}%`
  return (
    <ul className={styles.phoneMonths}>
      {months.map(({ month, expected, received, kinds }) => (
        <li key={month}>
          <span>{names.long(month)}</span>
          <span aria-hidden="true">
            <span className={styles.phoneBar}>
              {stackedKinds.map(kind => {
                const row = kinds.find(other => other.kind === kind)
                const value = (row?.certain ?? 0) + (row?.estimated ?? 0)
                return (
                  value > 0 && <i key={kind} style={{ width: share(value), background: kindColours[kind] }} />
                )
              })}
            </span>
            <span className={styles.phoneBefore} style={{ width: share(received) }} />
          </span>
          <b data-amount="">{format.amount(expected, { decimals: 0 })}</b>
        </li>
      ))}
    </ul>
  )
}
