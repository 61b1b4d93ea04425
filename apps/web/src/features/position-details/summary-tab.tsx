import type { ReactNode } from 'react'
import { usePeriodLabels } from '../../filter/period/period-labels.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { AssetFigures, hasAssetFigures } from '../../portfolio/asset-figures/asset-figures.tsx'
import { Money, PnlAmount, PnlPercent } from '../../portfolio/cells.tsx'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import { FactList } from './fact-list.tsx'
import { FigureTable } from './figure-table.tsx'
import { LotTable } from './lot-table.tsx'
import { PriceChart } from './price-chart.tsx'
import { type RoundedResult, type RoundedView, roundView } from './round-position.ts'
import styles from './summary-tab.module.css'
import type { PositionDetail } from './use-position.ts'

/** Value, and profit and loss of the period beside that since purchase, in both currencies. */
export function SummaryTab({ detail }: { detail: PositionDetail }) {
  const original = roundView(detail, 'original')
  const calculated = roundView(detail, 'calculated')
  const { calculated_pos: position, original_pos: own } = detail
  return (
    <>
      <Headline detail={detail} rounded={calculated} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <BreakdownTable {...{ detail, original, calculated }} />
          <FigureTable {...{ detail, original, calculated }} />
          {hasAssetFigures(detail) && <AssetFigures figures={detail} currency={own.view_currency} />}
          {position.lots.length > 0 && (
            <LotTable
              original={own}
              calculated={position}
              shown={{ ...calculated, unrealized: calculated.sincePurchase.unrealized }}
            />
          )}
        </div>
        <div className={styles.side}>
          <PriceChart detail={detail} />
          <FactList detail={detail} />
        </div>
      </div>
    </>
  )
}

/** The figures at a glance, each with its date or period. */
function Headline({ detail, rounded }: { detail: PositionDetail; rounded: RoundedView }) {
  const text = useText()
  const format = useFormat()
  const labels = usePeriodLabels()
  const { filter } = useFilter()
  const { calculated_pos: position, original_pos: original, price, basis } = detail
  const subject = { kind: 'position', id: position.id } as const
  const isOpen = position.date_closed === null
  const until = position.date_closed ?? basis.end_date ?? basis.as_of
  const amount = isOpen ? rounded.value : position.proceeds
  return (
    <dl className={styles.headline}>
      <Item name={text(isOpen ? 'position_value' : 'position_proceeds')} when={format.date(until)}>
        <dd className={styles.large}>
          <ReceiptButton subject={subject} figure={isOpen ? 'value' : 'proceeds'}>
            {amount === null ? (
              <Money value={null} flags={position.flags} />
            ) : (
              <Amount value={amount} currency={position.view_currency} isLarge />
            )}
          </ReceiptButton>
        </dd>
        {isOpen && position.weight !== null && (
          <dd className={styles.under}>
            {text('details_of_nav', { share: format.percent(position.weight, { sign: 'minus' }) })}
          </dd>
        )}
      </Item>
      <Item name={text('overview_pnl_short')} when={labels.name(filter.period)}>
        <dd className={styles.large}>
          <ReceiptButton subject={subject} figure="pnl_abs_total">
            <PnlAmount value={rounded.period.total} flags={position.flags} />
          </ReceiptButton>
        </dd>
        <OnCapital result={rounded.period} currency={rounded.currency} />
      </Item>
      <Item name={text('overview_pnl_short')} when={text('details_since_purchase')}>
        <dd className={styles.large}>
          <PnlAmount value={rounded.sincePurchase.total} flags={position.flags} />
        </dd>
        <OnCapital result={rounded.sincePurchase} currency={rounded.currency} />
      </Item>
      <Item
        name={text('positions_price')}
        when={price.date === null ? '' : text('details_close_of', { date: format.date(price.date) })}
      >
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
      </Item>
    </dl>
  )
}

function Item({ name, when, children }: { name: string; when: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {name} <span className={styles.quiet}>{when}</span>
      </dt>
      {children}
    </div>
  )
}

/** The percentage of an amount, with the capital that it is a share of. */
function OnCapital({ result, currency }: { result: RoundedResult; currency: string }) {
  const text = useText()
  const format = useFormat()
  if (result.rel === null) return null
  return (
    <dd className={styles.under}>
      <PnlPercent value={result.rel} />{' '}
      {result.capital !== null && (
        <span data-amount="">
          {text('pnl_of_capital', { amount: format.amount(result.capital, { decimals: 0 }), currency })}
        </span>
      )}
    </dd>
  )
}
