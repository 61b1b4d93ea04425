import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { isPartialSum, PnlPercent } from '../../portfolio/cells.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import styles from './clients.module.css'
import type { ClientList } from './use-clients.ts'

/** Totals of the clients shown, in the reporting currency. */
export function ClientsSummary({ list }: { list: ClientList }) {
  const text = useText()
  const format = useFormat()
  const { total, basis, counts } = list
  const { currency } = basis
  const unknown = total.unknown_count
  return (
    <dl className={styles.strip}>
      <div>
        <dt>
          {text('clients_assets')}
          {isPartialSum(total.flags) && (
            <Tag tone="warn" icon="alert">
              {text('positions_partial')}
            </Tag>
          )}
        </dt>
        <dd className={styles.headline}>
          <Amount value={total.value_calculated} currency={currency} isLarge />
        </dd>
        <dd className={styles.small}>
          {text('clients_assets_note', {
            families: format.count(total.count),
            accounts: format.count(total.accounts_count),
          })}
        </dd>
      </div>
      <div>
        <dt>
          {text('clients_day')}{' '}
          <span className={styles.quiet}>
            {total.first_as_of !== null && total.first_as_of < basis.as_of
              ? `${format.day(total.first_as_of)} – ${format.day(basis.as_of)}`
              : format.day(basis.as_of)}
          </span>
        </dt>
        <dd className={styles.headline}>
          <Amount value={total.day_pnl_abs} unit={currency} sign="always" isToned isLarge />
        </dd>
        <dd className={styles.small}>
          <PnlPercent value={total.day_pnl_rel} />,{' '}
          {text('clients_day_note', {
            up: format.count(total.up_count),
            down: format.count(total.down_count),
          })}
          {unknown > 0 && `, ${text('clients_unknown', { count: unknown })}`}
        </dd>
      </div>
      <div>
        <dt>{text('clients_pnl_ytd')}</dt>
        <dd className={styles.headline}>
          <Amount value={total.ytd_pnl_abs} unit={currency} sign="always" isToned isLarge />
        </dd>
        <dd className={styles.small}>
          <PnlPercent value={total.ytd_pnl_rel} />,{' '}
          {unknown > 0
            ? text('clients_without', { count: unknown })
            : text('clients_in_currency', { currency })}
        </dd>
      </div>
      <div className={styles.attention}>
        <dt>{text('clients_group_attention')}</dt>
        <dd className={styles.headline}>
          {format.count(counts.attention)}{' '}
          <span className={styles.ofAll}>{text('clients_of', { count: format.count(counts.all) })}</span>
        </dd>
        <dd className={styles.small}>{text('clients_tasks_due', { count: counts.tasks })}</dd>
      </div>
    </dl>
  )
}
