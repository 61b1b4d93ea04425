import type { ReceiptFigure } from '@plumbline/contract'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText, withinSentence } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount } from '../../portfolio/cells.tsx'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './summary-tab.module.css'
import type { PositionDetail, PositionView } from './use-position.ts'

type Field = Extract<
  ReceiptFigure & keyof PositionView,
  | 'value'
  | 'cost'
  | 'proceeds'
  | 'exposure'
  | 'pnl_abs_unrealized'
  | 'pnl_abs_realized'
  | 'pnl_abs_total'
  | 'dividends'
  | 'interest'
  | 'other_income'
  | 'fees'
  | 'taxes'
>

interface Row {
  field: Field
  label: string
  rate: number | null
  look: 'plain' | 'part' | 'total'
  isPnl: boolean
}

const incomeFields = ['dividends', 'interest', 'other_income', 'fees', 'taxes'] as const

/** Every figure in the currency of the instrument and in the reporting currency. */
export function FigureTable({ detail }: { detail: PositionDetail }) {
  const text = useText()
  const { original_pos: original, calculated_pos: calculated } = detail
  const isConverted = original.view_currency !== calculated.view_currency
  return (
    <div className={styles.frame}>
      <table className={styles.figures} aria-label={text('details_figures')}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{text('details_figure')}</span>
            </th>
            {isConverted && (
              <>
                <th scope="col">{text('details_original', { currency: original.view_currency })}</th>
                <th scope="col" className={styles.rate}>
                  {text('details_rate')}
                </th>
              </>
            )}
            <th scope="col">{text('details_calculated', { currency: calculated.view_currency })}</th>
          </tr>
        </thead>
        <tbody>
          {useRows(detail).map(row => (
            <FigureRow key={row.field} {...{ row, original, calculated, isConverted }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useRows({
  calculated_pos: position,
  original_pos: original,
  rate,
  rate_open,
}: PositionDetail): Row[] {
  const text = useText()
  const plain = (field: Field, label: string, at: number | null = null): Row => ({
    field,
    label,
    rate: at,
    look: 'plain',
    isPnl: false,
  })
  const pnl = (field: Field, label: string, look: Row['look'] = 'plain'): Row => ({
    field,
    label,
    rate: null,
    look,
    isPnl: true,
  })
  const isOpen = position.date_closed === null
  const hasExposure = position.exposure !== position.value
  return [
    ...(isOpen ? [plain('value', text('position_value'), rate.value)] : []),
    ...(isOpen && hasExposure ? [plain('exposure', text('position_exposure'), rate.value)] : []),
    ...(isOpen ? [] : [plain('proceeds', text('position_proceeds'))]),
    plain('cost', text('position_cost'), rate_open),
    pnl('pnl_abs_unrealized', text('details_unrealized')),
    pnl('pnl_abs_realized', text('details_realized')),
    pnl('pnl_abs_total', text('details_total'), 'total'),
    // Rows without any transaction are omitted.
    ...incomeFields
      .filter(field => Boolean(position[field]) || Boolean(original[field]))
      .map(
        (field): Row => ({
          ...plain(field, text('details_of_which', { what: withinSentence(text(`position_${field}`)) })),
          look: 'part',
        }),
      ),
  ]
}

interface FigureRowProps {
  row: Row
  original: PositionView
  calculated: PositionView
  isConverted: boolean
}

function FigureRow({ row, original, calculated, isConverted }: FigureRowProps) {
  const format = useFormat()
  const subject = { kind: 'position', id: calculated.id } as const
  const figure = (position: PositionView, view: 'original' | 'calculated') => {
    const value = position[row.field]
    const shown = row.isPnl ? (
      <PnlAmount value={value} flags={position.flags} />
    ) : (
      <Money value={value} flags={position.flags} />
    )
    if (value === null) return shown
    return (
      <ReceiptButton isInTable subject={subject} figure={row.field} view={view}>
        {shown}
      </ReceiptButton>
    )
  }
  return (
    <tr className={classNames(row.look !== 'plain' && styles[row.look])}>
      <th scope="row">{row.label}</th>
      {isConverted && (
        <>
          <td>{figure(original, 'original')}</td>
          <td className={styles.rate}>{row.rate === null ? '' : format.price(row.rate)}</td>
        </>
      )}
      <td>{figure(calculated, 'calculated')}</td>
    </tr>
  )
}
