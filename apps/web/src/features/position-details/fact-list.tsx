import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Price, Quantity } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { formatHoldingPeriod } from '../../portfolio/positions/holding-period.ts'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { Missing } from '../../ui/display/figure.tsx'
import styles from './summary-tab.module.css'
import type { PositionDetail } from './use-position.ts'

/** Further facts about the position. */
export function FactList({ detail }: { detail: PositionDetail }) {
  const text = useText()
  const format = useFormat()
  const names = useDisplayNames()
  const { original_pos: position, strategies, basis } = detail
  const subject = { kind: 'position', id: position.id } as const
  const end = position.date_closed ?? basis.end_date ?? basis.as_of
  const missing = <Missing />
  const facts: [label: string, value: ReactNode][] = [
    [
      text('positions_quantity'),
      <ReceiptButton key="quantity" subject={subject} figure="quantity">
        <Quantity value={position.quantity} />
      </ReceiptButton>,
    ],
    [
      text('details_price_open'),
      <ReceiptButton key="open" subject={subject} figure="price_open" view="original">
        <Price value={position.price_open} currency={position.view_currency} />
      </ReceiptButton>,
    ],
    [
      text('details_break_even'),
      position.price_break_even === null ? (
        missing
      ) : position.price_break_even <= 0 && (position.price_open ?? 0) >= 0 ? (
        text('details_cost_recovered')
      ) : (
        <ReceiptButton key="even" subject={subject} figure="price_break_even" view="original">
          <Price value={position.price_break_even} currency={position.view_currency} />
        </ReceiptButton>
      ),
    ],
    [text('positions_opened'), format.date(position.date_open)],
    ...(position.date_closed === null
      ? []
      : [[text('positions_closed'), format.date(position.date_closed)] as [string, ReactNode]]),
    [text('position_held'), formatHoldingPeriod(position.date_open, end, text, format)],
    ...(position.contract_size === 1
      ? []
      : [[text('position_contract_size'), format.quantity(position.contract_size)] as [string, ReactNode]]),
    ...(position.contract_expiration === null
      ? []
      : [[text('position_expires'), format.date(position.contract_expiration)] as [string, ReactNode]]),
    [text('group_by_country'), position.country === null ? missing : names.country(position.country)],
    [
      text('group_by_sector'),
      position.sector === null ? missing : names.sector(position.sector, position.sector),
    ],
    [
      text('details_strategies'),
      strategies.length === 0 ? text('details_none') : strategies.map(({ name }) => name).join(', '),
    ],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
