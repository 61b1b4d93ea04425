import type { ScenarioBody, TargetDimension } from '@plumbline/contract'
import type { TextKey } from '@plumbline/contract/texts'
import { Fragment, useMemo } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Price, Quantity } from '../../portfolio/cells.tsx'
import { Points } from '../../portfolio/points.tsx'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { QuietSelect } from '../../ui/form/quiet-select.tsx'
import { roundComparison } from './round-comparison.ts'
import { type ComparedRow, type Comparison, dimensions } from './use-what-if.ts'
import styles from './what-if.module.css'

interface BeforeAfterTableProps {
  comparison: Comparison
  scenario: ScenarioBody
  dimension: TargetDimension
  onDimension: (dimension: TargetDimension) => void
}

const sections = ['value', 'cash', 'position', 'allocation', 'drift', 'ladder', 'risk'] as const
/** Figures before have the receipt of a scenario without changes. */
const nothing: ScenarioBody = {}

/** Every figure before and after. Each with a receipt opens it. */
export function BeforeAfterTable({ comparison, scenario, dimension, onDimension }: BeforeAfterTableProps) {
  const text = useText()
  const format = useFormat()
  const { basis } = comparison
  const rows = useMemo(() => roundComparison(comparison.rows), [comparison.rows])
  const shown = sections.filter(section => rows.some(row => row.section === section))
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>
        {text('what_if_as_of', { date: format.date(basis.as_of), currency: basis.currency })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{basis.currency}</th>
          <th scope="col">{text('what_if_before')}</th>
          <th scope="col">{text('what_if_after')}</th>
          <th scope="col">{text('what_if_change')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(section => (
          <Fragment key={section}>
            {section !== 'value' && (
              <tr className={styles.section}>
                <th scope="rowgroup" colSpan={4}>
                  <span className={styles.sectionHead}>
                    {text(`what_if_section_${section}`)}
                    {section === 'allocation' && (
                      <QuietSelect
                        label={text('targets_division')}
                        options={dimensions.map(value => ({ value, label: text(`targets_by_${value}`) }))}
                        value={dimension}
                        onChange={onDimension}
                      />
                    )}
                  </span>
                </th>
              </tr>
            )}
            {rows
              .filter(row => row.section === section)
              .map(row => (
                <Row key={row.key} row={row} scenario={scenario} />
              ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const partsOfNav: ReadonlySet<string> = new Set(['balance_allocated', 'balance_cash'])

function Row({ row, scenario }: { row: ComparedRow; scenario: ScenarioBody }) {
  const isPart = row.section === 'value' && partsOfNav.has(row.key)
  return (
    <tr className={isPart ? styles.part : undefined}>
      <th scope="row">{row.name}</th>
      <td>
        <Side row={row} side="before" scenario={nothing} />
      </td>
      <td className={styles.after}>
        <Side row={row} side="after" scenario={scenario} />
      </td>
      <td className={styles.change}>
        <ChangeCell row={row} />
      </td>
    </tr>
  )
}

interface SideProps {
  row: ComparedRow
  side: 'before' | 'after'
  scenario: ScenarioBody
}

function Side({ row, side, scenario }: SideProps) {
  const text = useText()
  const format = useFormat()
  const value = row[side]
  const date = row[`date_${side}`]
  const reason = row[`reason_${side}`]
  const state = row[`state_${side}`]
  const position = row[`position_${side}`]
  if (date !== null) return <span className={styles.number}>{format.date(date)}</span>
  // An answer, not a missing figure.
  if (value === null && reason === 'never')
    return <span className={styles.never}>{text('what_if_reason_never')}</span>
  if (value === null)
    return (
      <span title={reason === null ? undefined : text(`what_if_reason_${reason}`)} className={styles.number}>
        <Missing />
        {reason !== null && <small className={styles.reason}>{text(`what_if_reason_${reason}`)}</small>}
      </span>
    )
  const figure = <Figure row={row} value={value} />
  const hasReceipt = row.receipt !== null && (row.section === 'value' || position !== null)
  return (
    <>
      {hasReceipt && row.receipt !== null ? (
        <ReceiptButton
          isQuiet
          subject={position === null ? { kind: 'portfolio' } : { kind: 'position', id: position }}
          figure={row.receipt}
          scenario={scenario}
          {...(row.unit === 'price' && { view: 'original' as const })}
        >
          {figure}
        </ReceiptButton>
      ) : (
        figure
      )}
      {reason !== null && (
        <small title={text('positions_partial_note')} className={styles.reason}>
          {text('positions_partial')}, {text(`what_if_reason_${reason}`)}
        </small>
      )}
      {state !== null && <small className={styles.state}>{text(`targets_state_${state}` as TextKey)}</small>}
    </>
  )
}

function Figure({ row, value }: { row: ComparedRow; value: number }) {
  const format = useFormat()
  switch (row.unit) {
    case 'money':
      return (
        <Amount
          value={value}
          sign={row.receipt === 'pnl_abs_total' ? 'always' : 'minus'}
          {...(row.currency !== null && { unit: row.currency })}
        />
      )
    case 'price':
      return <Price value={value} currency={row.currency ?? ''} />
    case 'quantity':
      return <Quantity value={value} />
    case 'share':
      return <span className={styles.number}>{format.percent(value, { sign: 'minus' })}</span>
    case 'points':
      return <Points value={value} />
    default:
      return <span className={styles.number}>{format.count(value)}</span>
  }
}

/** After less before: signed, without a colour, since more is not always better. */
function ChangeCell({ row }: { row: ComparedRow }) {
  const format = useFormat()
  const { change, unit, currency } = row
  if (change === null) return null
  if (change === 0) return <span className={styles.same}>=</span>
  if (unit === 'money')
    return <Amount value={change} sign="always" {...(currency !== null && { unit: currency })} />
  if (unit === 'share' || unit === 'points') return <Points value={change} />
  const sign = change > 0 && !format.isPrivate ? '+' : ''
  const shown = unit === 'price' ? format.price(change) : format.quantity(change)
  return (
    <span className={styles.number} {...(unit !== 'days' && { 'data-amount': '' })}>
      {sign}
      {shown}
    </span>
  )
}
