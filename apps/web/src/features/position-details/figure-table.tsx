import type { ReceiptFigure } from '@plumbline/contract'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount } from '../../portfolio/cells.tsx'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import type { RoundedView } from './round-position.ts'
import styles from './summary-tab.module.css'
import type { PositionDetail, PositionView } from './use-position.ts'

interface FigureTableProps {
  detail: PositionDetail
  original: RoundedView
  calculated: RoundedView
}

interface Row {
  figure: 'value' | 'exposure' | 'proceeds' | 'cost'
  label: string
  rate: number | null
}

/** Value and cost at the end of the period, in both currencies: their difference is the unrealized P/L since purchase. */
export function FigureTable({ detail, original, calculated }: FigureTableProps) {
  const text = useText()
  const format = useFormat()
  const { original_pos: ownPosition, calculated_pos: position, rate, rate_open, basis } = detail
  const isConverted = original.currency !== calculated.currency
  const isOpen = position.date_closed === null
  const hasExposure = position.exposure !== position.value
  const rows: Row[] = [
    ...(isOpen ? [{ figure: 'value' as const, label: text('position_value'), rate: rate.value }] : []),
    ...(isOpen && hasExposure
      ? [{ figure: 'exposure' as const, label: text('position_exposure'), rate: rate.value }]
      : []),
    ...(isOpen ? [] : [{ figure: 'proceeds' as const, label: text('position_proceeds'), rate: null }]),
    {
      figure: 'cost',
      label: text(isOpen ? 'details_remaining_cost' : 'position_cost'),
      rate: rate_open,
    },
  ]
  const cell = (figure: Row['figure'], view: 'original' | 'calculated') => {
    const rounded = view === 'original' ? original : calculated
    const source: PositionView = view === 'original' ? ownPosition : position
    const value = figure === 'value' || figure === 'cost' ? rounded[figure] : source[figure]
    const shown = <Money value={value} unit={rounded.currency} flags={source.flags} />
    return value === null ? shown : <Receipt {...{ id: position.id, figure, view }}>{shown}</Receipt>
  }
  return (
    <div className={classNames(styles.frame, styles.scroll)}>
      <table className={styles.figures} aria-label={text('details_figures')}>
        <thead>
          <tr>
            <th scope="col">{text('details_on', { date: format.date(basis.end_date ?? basis.as_of) })}</th>
            {isConverted && (
              <>
                <th scope="col">{text('details_original', { currency: original.currency })}</th>
                <th scope="col" className={styles.rate}>
                  {text('details_rate')}
                </th>
              </>
            )}
            <th scope="col">{text('details_calculated', { currency: calculated.currency })}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ figure, label, rate: at }) => (
            <tr key={figure}>
              <th scope="row">{label}</th>
              {isConverted && (
                <>
                  <td>{cell(figure, 'original')}</td>
                  <td className={styles.rate}>{at === null ? '' : format.quote(at)}</td>
                </>
              )}
              <td>{cell(figure, 'calculated')}</td>
            </tr>
          ))}
          {calculated.isUnrealized && (
            <tr className={classNames(styles.total)}>
              <th scope="row">
                <span className={styles.checked}>
                  <Icon name="check" size={12} />
                  {text('details_unrealized_since')}
                </span>
              </th>
              {isConverted && (
                <>
                  <td>
                    <PnlAmount value={original.sincePurchase.unrealized} unit={original.currency} />
                  </td>
                  <td className={styles.rate} />
                </>
              )}
              <td>
                <PnlAmount value={calculated.sincePurchase.unrealized} unit={calculated.currency} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

interface ReceiptProps {
  id: string
  figure: ReceiptFigure
  view: 'original' | 'calculated'
  children: React.ReactNode
}

function Receipt({ id, figure, view, children }: ReceiptProps) {
  return (
    <ReceiptButton isInTable subject={{ kind: 'position', id }} figure={figure} view={view}>
      {children}
    </ReceiptButton>
  )
}
