import { useEffect, useRef } from 'react'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Menu, MenuChoice } from '../../ui/overlay/menu.tsx'
import menuButton from '../../ui/overlay/menu-button.module.css'
import styles from './clients.module.css'
import type { ClientList } from './use-clients.ts'
import { type ClientsView, groupings, shows } from './use-clients-view.ts'
import { ViewsMenu } from './views-menu.tsx'

interface ClientsToolbarProps {
  view: ClientsView
  counts: ClientList['counts'] | undefined
}

/** The orders that the menu offers; the table sorts by every column. */
const orders = [
  { id: 'attention', isDescending: true, label: 'clients_order_attention' },
  { id: 'name', isDescending: false, label: 'clients_order_name' },
  { id: 'value_calculated', isDescending: true, label: 'clients_order_value' },
  { id: 'day_pnl_rel', isDescending: false, label: 'clients_order_day' },
  { id: 'largest_drift', isDescending: true, label: 'clients_order_drift' },
  { id: 'due_date', isDescending: false, label: 'clients_order_due' },
  { id: 'last_statement_date', isDescending: false, label: 'clients_order_statement' },
] as const

export function ClientsToolbar({ view, counts }: ClientsToolbarProps) {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const bar = useRef<HTMLDivElement>(null)
  useSearchKey(bar)
  const order = orders.find(({ id }) => id === view.sort.id)
  return (
    <div ref={bar} className={styles.toolbar}>
      <div className={styles.search}>
        <SearchInput label={text('clients_find')} value={view.q} onChange={q => view.change({ q })} />
      </div>
      <Segmented
        label={text('clients_shown')}
        segments={shows.map(value => ({
          value,
          label: (
            <>
              {text(`clients_show_${value}`)}{' '}
              {counts && <span className={styles.count}>{format.count(counts[value])}</span>}
            </>
          ),
        }))}
        value={view.show}
        onChange={show => view.change({ show })}
      />
      {!isPhone && (
        <ChoiceMenu
          label={text('clients_group')}
          choices={groupings.map(value => ({ value, label: text(`clients_group_by_${value}`) }))}
          value={view.groupBy}
          onChange={groupBy => view.change({ groupBy })}
        />
      )}
      <ChoiceMenu
        label={text('clients_sort')}
        choices={orders.map(({ id, label }) => ({ value: id as string, label: text(label) }))}
        value={order?.id ?? ''}
        onChange={chosen => {
          const next = orders.find(({ id }) => id === chosen)
          if (next) view.change({ sort: { id: next.id, isDescending: next.isDescending } })
        }}
      />
      <ViewsMenu view={view} />
    </div>
  )
}

interface ChoiceMenuProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

function ChoiceMenu<Value extends string>({ label, choices, value, onChange }: ChoiceMenuProps<Value>) {
  const chosen = choices.find(each => each.value === value)?.label ?? '–'
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={menuButton.button}>
          {label} <b>{chosen}</b>
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      <MenuChoice label={label} choices={choices} value={value} onChange={onChange} />
    </Menu>
  )
}

/** The slash key goes to the search field. */
function useSearchKey(bar: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const taken = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]'
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(taken)) return
      event.preventDefault()
      bar.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [bar])
}
