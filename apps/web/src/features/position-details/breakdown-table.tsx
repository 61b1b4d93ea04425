import type { ReceiptFigure } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { usePeriodLabels } from '../../filter/period/period-labels.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { PnlAmount, PnlPercent } from '../../portfolio/cells.tsx'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { type EffectKey, effectKeys, type RoundedResult, type RoundedView } from './round-position.ts'
import styles from './summary-tab.module.css'
import type { PositionDetail } from './use-position.ts'

interface BreakdownTableProps {
  detail: PositionDetail
  original: RoundedView
  calculated: RoundedView
}

type Span = 'period' | 'sincePurchase'

interface Column {
  key: string
  view: 'original' | 'calculated'
  span: Span
  currency: string
  result: RoundedResult
}

/** The effects behind the P/L, of the period beside those since purchase. */
export function BreakdownTable({ detail, original, calculated }: BreakdownTableProps) {
  const text = useText()
  const { calculated_pos: position } = detail
  // A phone has room for the period and since purchase in one currency.
  const isPhone = useIsPhone()
  const isConverted = original.currency !== calculated.currency && !isPhone
  const views = isConverted ? (['original', 'calculated'] as const) : (['calculated'] as const)
  const columns = (['period', 'sincePurchase'] as const).flatMap(span =>
    views.map((view): Column => {
      const rounded = view === 'original' ? original : calculated
      return {
        key: `${span} ${view}`,
        view,
        span,
        currency: rounded.currency,
        result: rounded[span],
      }
    }),
  )
  const shown = effectKeys.filter(
    key => key === 'price' || columns.some(({ result }) => Boolean(result.effects[key])),
  )
  return (
    <div className={styles.frame}>
      <div className={styles.scroll}>
        <table className={styles.figures} aria-label={text('details_breakdown')}>
          <Head {...{ detail, columns, isConverted }} />
          <tbody>
            {shown.map(key => (
              <tr key={key}>
                <th scope="row">{text(effectNames[key])}</th>
                {columns.map(column => (
                  <td key={column.key} className={styles[column.span]}>
                    <Effect column={column} effect={key} id={position.id} />
                  </td>
                ))}
              </tr>
            ))}
            {(['total', 'realized', 'unrealized'] as const).map(part => (
              <tr key={part} className={classNames(part === 'total' ? styles.total : styles.part)}>
                <th scope="row">{text(partNames[part])}</th>
                {columns.map(column => (
                  <td key={column.key} className={styles[column.span]}>
                    <Receipt column={column} figure={`pnl_abs_${part}`} id={position.id}>
                      <PnlAmount value={column.result[part]} unit={column.currency} flags={position.flags} />
                    </Receipt>
                  </td>
                ))}
              </tr>
            ))}
            <tr className={styles.part}>
              <th scope="row">{text('details_on_capital')}</th>
              {columns.map(column => (
                <td key={column.key} className={styles[column.span]}>
                  <PnlPercent value={column.result.rel} />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <p className={styles.check}>
        <Icon name="check" size={14} />
        {text('details_adds_up')}
      </p>
    </div>
  )
}

interface HeadProps {
  detail: PositionDetail
  columns: readonly Column[]
  isConverted: boolean
}

/** Names the period and the purchase with their dates, above the currencies. */
function Head({ detail, columns, isConverted }: HeadProps) {
  const text = useText()
  const format = useFormat()
  const labels = usePeriodLabels()
  const { filter } = useFilter()
  const { basis, since_purchase: since } = detail
  const spans = {
    period: [
      labels.name(filter.period),
      text('date_range', {
        from: format.date(basis.start_date ?? basis.as_of),
        to: format.date(basis.end_date ?? basis.as_of),
      }),
    ],
    sincePurchase: [text('details_since_purchase'), format.date(since.calculated.start_date)],
  }
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={isConverted ? 2 : 1}>
          {text('details_breakdown')}
        </th>
        {(['period', 'sincePurchase'] as const).map(span => (
          <th key={span} scope="colgroup" colSpan={columns.length / 2} className={styles[span]}>
            {spans[span][0]} <span className={classNames(styles.quiet, styles.dates)}>{spans[span][1]}</span>
          </th>
        ))}
      </tr>
      {isConverted && (
        <tr>
          {columns.map(({ key, currency, span }) => (
            <th key={key} scope="col" className={styles[span]}>
              {currency}
            </th>
          ))}
        </tr>
      )}
    </thead>
  )
}

const effectNames = {
  price: 'part_price',
  currency: 'part_currency',
  trading: 'part_trading',
  dividends: 'position_dividends',
  interest: 'position_interest',
  other_income: 'position_other_income',
  income: 'part_income',
  fees: 'part_fees',
  taxes: 'part_taxes',
} as const

const partNames = {
  total: 'overview_pnl_short',
  realized: 'details_realized',
  unrealized: 'details_unrealized',
} as const

/** Effects that are posted amounts have a receipt. */
const receipts: Partial<Record<EffectKey, ReceiptFigure>> = {
  dividends: 'dividends',
  interest: 'interest',
  other_income: 'other_income',
  fees: 'fees',
  taxes: 'taxes',
}

function Effect({ column, effect, id }: { column: Column; effect: EffectKey; id: string }) {
  const value = column.result.effects[effect]
  // A position has no currency effect in its own currency, and rows without a transaction are empty.
  const shown = <PnlAmount value={value === 0 ? null : value} unit={column.currency} />
  const figure = receipts[effect]
  if (figure === undefined || !value) return shown
  return (
    <Receipt column={column} figure={figure} id={id}>
      {shown}
    </Receipt>
  )
}

interface ReceiptProps {
  column: Column
  figure: ReceiptFigure
  id: string
  children: ReactNode
}

/** Receipts explain figures of the period that the filter names. */
function Receipt({ column, figure, id, children }: ReceiptProps) {
  if (column.span === 'sincePurchase') return children
  return (
    <ReceiptButton isInTable subject={{ kind: 'position', id }} figure={figure} view={column.view}>
      {children}
    </ReceiptButton>
  )
}
