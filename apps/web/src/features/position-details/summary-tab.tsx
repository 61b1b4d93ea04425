import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent } from '../../portfolio/cells.tsx'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { Bridge } from './bridge.tsx'
import { FactList } from './fact-list.tsx'
import { FigureTable } from './figure-table.tsx'
import { LotTable } from './lot-table.tsx'
import { PriceChart } from './price-chart.tsx'
import styles from './summary-tab.module.css'
import type { PositionDetail } from './use-position.ts'

/** Value, profit and loss and its effects, in the position's currency and the reporting currency. */
export function SummaryTab({ detail }: { detail: PositionDetail }) {
  const { calculated_pos: calculated, original_pos: original } = detail
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <Headline detail={detail} />
        <FigureTable detail={detail} />
        {calculated.lots.length > 0 && <LotTable original={original} calculated={calculated} />}
        <PriceChart detail={detail} />
      </div>
      <div className={styles.side}>
        <Bridge position={calculated} />
        <FactList detail={detail} />
      </div>
    </div>
  )
}

function Headline({ detail }: { detail: PositionDetail }) {
  const text = useText()
  const format = useFormat()
  const { calculated_pos: position, original_pos: original, price } = detail
  const subject = { kind: 'position', id: position.id } as const
  const isOpen = position.date_closed === null
  return (
    <dl className={styles.headline}>
      <div>
        <dt>{text(isOpen ? 'position_value' : 'position_proceeds')}</dt>
        <dd className={styles.large}>
          <ReceiptButton subject={subject} figure={isOpen ? 'value' : 'proceeds'}>
            {isOpen && position.value === null ? (
              <Money value={null} flags={position.flags} />
            ) : (
              <Amount
                value={isOpen ? position.value : position.proceeds}
                currency={position.view_currency}
                isLarge
              />
            )}
          </ReceiptButton>
        </dd>
        {isOpen && position.weight !== null && (
          <dd className={styles.under}>
            {text('details_of_nav', { share: format.percent(position.weight, { sign: 'minus' }) })}
          </dd>
        )}
      </div>
      <div>
        <dt>{text('details_total')}</dt>
        <dd className={styles.large}>
          <ReceiptButton subject={subject} figure="pnl_abs_total">
            <PnlAmount value={position.pnl_abs_total} flags={position.flags} />
          </ReceiptButton>
        </dd>
        <dd className={styles.under}>
          <PnlPercent value={position.pnl_rel_total} />
        </dd>
      </div>
      <div>
        <dt>{text('positions_price')}</dt>
        <dd className={styles.large}>
          <ReceiptButton subject={subject} figure="price_current" view="original">
            <span className={styles.code}>{original.currency}</span> {format.price(price.value)}
          </ReceiptButton>
        </dd>
        {price.change_rel !== null && (
          <dd className={styles.under}>
            <PnlPercent value={price.change_rel} /> {text('details_today')}
          </dd>
        )}
      </div>
    </dl>
  )
}
