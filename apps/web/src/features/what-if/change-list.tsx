import { useState } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Quantity } from '../../portfolio/cells.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import type { FormStart } from './change-fields.ts'
import { ChangeForm } from './change-form.tsx'
import { ChangeRow } from './change-row.tsx'
import { type Change, type ChangeKind, wireName } from './scenario-url.ts'
import type { Comparison } from './use-what-if.ts'
import styles from './what-if.module.css'

interface ChangeListProps {
  changes: readonly Change[]
  comparison: Comparison | undefined
  /** Messages of the server by its field. */
  errors: Readonly<Record<string, string>>
  names: Map<string, string>
  /** A trade to fill in, where the drawer was opened from a position. */
  start: FormStart | null
  onChange: (changes: readonly Change[]) => void
}

type OpenForm = { kind: 'none' } | { kind: 'new'; of: ChangeKind } | { kind: 'edit'; place: number }
const kinds: readonly ChangeKind[] = ['trade', 'price', 'rate', 'flow']

/** The changes of a scenario, and the form that adds or edits one. */
export function ChangeList({ changes, comparison, errors, names, start, onChange }: ChangeListProps) {
  const text = useText()
  const [form, setForm] = useState<OpenForm>(start === null ? { kind: 'none' } : { kind: 'new', of: 'trade' })
  const close = () => setForm({ kind: 'none' })
  const findMessage = (place: number) => {
    const name = wireName(changes, place)
    return Object.entries(errors).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1]
  }
  return (
    <section className={styles.changes} aria-labelledby="what-if-changes">
      <header className={styles.changesHead}>
        <h3 id="what-if-changes">{text('what_if_changes')}</h3>
        <AddMenu onAdd={of => setForm({ kind: 'new', of })} />
      </header>
      <div className={styles.card}>
        {changes.length === 0 && form.kind === 'none' && (
          <p className={styles.empty}>{text('what_if_empty')}</p>
        )}
        {changes.map((change, place) =>
          form.kind === 'edit' && form.place === place ? (
            <ChangeForm
              key={wireName(changes, place)}
              kind={change.kind}
              initial={change}
              names={names}
              start={null}
              onSave={saved => {
                onChange(changes.with(place, saved))
                close()
              }}
              onCancel={close}
            />
          ) : (
            <ChangeRow
              key={wireName(changes, place)}
              change={change}
              names={names}
              trade={findTrade(changes, place, comparison)}
              error={findMessage(place)}
              onEdit={() => setForm({ kind: 'edit', place })}
              onRemove={() => {
                onChange(changes.filter((_, index) => index !== place))
                close()
              }}
            />
          ),
        )}
        {form.kind === 'new' && (
          <ChangeForm
            key={form.of}
            kind={form.of}
            initial={null}
            names={names}
            start={start}
            onSave={saved => {
              onChange([...changes, saved])
              close()
            }}
            onCancel={close}
          />
        )}
        <TradesTotal comparison={comparison} hasTrades={changes.some(({ kind }) => kind === 'trade')} />
      </div>
      {comparison?.warnings.map(warning => (
        <p
          key={`${warning.account.id}/${warning.instrument?.id ?? warning.currency}`}
          className={styles.warning}
          role="status"
        >
          <Icon name="alert" size={14} />
          <span>
            {text(`what_if_warning_${warning.warning}`, {
              account: warning.account.name,
              name: warning.instrument?.name ?? '',
            })}{' '}
            {warning.instrument === null ? (
              <>
                <Amount value={warning.amount} unit={warning.currency} /> {warning.currency}
              </>
            ) : (
              <Quantity value={warning.amount} />
            )}
          </span>
        </p>
      ))}
    </section>
  )
}

/** The sized trade of a change, once the server has sized it. */
function findTrade(changes: readonly Change[], place: number, comparison: Comparison | undefined) {
  const trades = changes.slice(0, place + 1).filter(({ kind }) => kind === 'trade')
  const change = changes[place]
  const trade = comparison?.trades[trades.length - 1]
  if (change?.kind !== 'trade' || trade?.instrument.id !== change.instrument) return undefined
  return trade.account.id === change.account ? trade : undefined
}

function AddMenu({ onAdd }: { onAdd: (kind: ChangeKind) => void }) {
  const text = useText()
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon="plus">
          {text('what_if_add')}
        </Button>
      }
    >
      {kinds.map(kind => (
        <MenuItem key={kind} onSelect={() => onAdd(kind)}>
          {text(`what_if_add_${kind}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** What all trades pay or receive, and their costs. */
function TradesTotal({ comparison, hasTrades }: { comparison: Comparison | undefined; hasTrades: boolean }) {
  const text = useText()
  const format = useFormat()
  if (!hasTrades || comparison === undefined || comparison.trades.length === 0) return null
  const sum = (field: 'calculated_amount' | 'calculated_fees') =>
    comparison.trades.reduce<number | null>((total, trade) => {
      const part = trade[field]
      return total === null || part === null ? null : total + part
    }, 0)
  const [cash, fees] = [sum('calculated_amount'), sum('calculated_fees')]
  return (
    <p className={styles.total}>
      <span>
        {text('what_if_costs')} {format.amount(fees === null ? null : 0 - fees)}
      </span>
      <b>
        {text('what_if_cash')} {format.amount(cash, { sign: 'always' })} {comparison.basis.currency}
      </b>
    </p>
  )
}
