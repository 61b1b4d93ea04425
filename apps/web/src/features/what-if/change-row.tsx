import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { TypeMark } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { Amount } from '../../ui/display/figure.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import type { Change } from './scenario-url.ts'
import type { Comparison } from './use-what-if.ts'
import styles from './what-if.module.css'

type Trade = Comparison['trades'][number]

interface ChangeRowProps {
  change: Change
  names: ReadonlyMap<string, string>
  trade: Trade | undefined
  error: string | undefined
  onEdit: () => void
  onRemove: () => void
}

/** One change in words, with its size and what it pays. */
export function ChangeRow({ change, names, trade, error, onEdit, onRemove }: ChangeRowProps) {
  const text = useText()
  const words = useChangeWords()
  const { title, note, value } = words(change, names)
  return (
    <div className={styles.changeRow}>
      <div className={styles.what}>
        <b>
          {trade && <TypeMark type={trade.instrument_type} />} {title}
          {trade?.symbol && <small>{trade.symbol}</small>}
        </b>
        <small>{note}</small>
      </div>
      {trade ? <TradeFigures trade={trade} /> : <span className={styles.value}>{value}</span>}
      <span className={styles.rowActions}>
        <IconButton icon="edit" size="small" label={text('what_if_edit', { name: title })} onClick={onEdit} />
        <IconButton
          icon="close"
          size="small"
          label={text('what_if_remove', { name: title })}
          onClick={onRemove}
        />
      </span>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          <Icon name="alert" size={14} /> {error}
        </p>
      )}
    </div>
  )
}

function TradeFigures({ trade }: { trade: Trade }) {
  const text = useText()
  const format = useFormat()
  const { quantity, held_before: before, held_after: after, price, currency, amount } = trade
  const side = quantity < 0 ? 'sell' : 'buy'
  return (
    <div className={styles.value}>
      <span className={styles.held}>
        <s>{format.quantity(before)}</s> <Icon name="chevron-right" size={12} /> {format.quantity(after)}
      </span>
      <Amount value={amount} sign="always" unit={currency} />
      <small>
        {quantity === 0
          ? text('what_if_no_trade')
          : text(`what_if_trade_${side}`, {
              quantity: format.quantity(Math.abs(quantity)),
              price: format.price(price),
              currency,
            })}
      </small>
    </div>
  )
}

/** A change in words: what, where, and how much. */
function useChangeWords() {
  const text = useText()
  const format = useFormat()
  const groups = useGroupNames()
  const { lists } = useSettingsData()
  const accountName = (id: string) => lists.accounts.find(account => account.id === id)?.name ?? ''
  const percent = (change: number) => format.percent(change, { sign: 'always' })
  return (change: Change, names: ReadonlyMap<string, string>) => {
    const security = (id: string) => names.get(id) ?? text('what_if_security')
    switch (change.kind) {
      case 'trade':
        return {
          title: security(change.instrument),
          note: accountName(change.account),
          value: `${text(`what_if_side_${change.side}`)} ${
            change.by === 'weight' ? format.percent(change.size) : format.quantity(change.size)
          }`,
        }
      case 'price':
        return {
          title: change.of === 'instrument' ? security(change.key) : groups(change.of, change.key),
          note: text('what_if_add_price'),
          value: change.price === undefined ? percent(change.change ?? 0) : format.price(change.price),
        }
      case 'rate':
        return {
          title: change.in ? `${change.currency}/${change.in}` : change.currency,
          note: text('what_if_add_rate'),
          value: change.rate === undefined ? percent(change.change ?? 0) : format.quote(change.rate),
        }
      case 'flow':
        return {
          title: text(change.amount < 0 ? 'what_if_withdrawal' : 'what_if_deposit'),
          note: accountName(change.account),
          value: `${format.amount(change.amount, { sign: 'always' })} ${change.currency}`,
        }
    }
  }
}

/** The name of a group that prices change together. */
export function useGroupNames() {
  const names = useDisplayNames()
  return (of: 'instrument_type' | 'sector' | 'currency', key: string): string => {
    if (of === 'currency') return key
    return of === 'sector' ? names.sector(key, key) : names.type(key, key)
  }
}
