import { Combobox } from '@base-ui/react/combobox'
import { useMemo, useState } from 'react'
import { useText } from '../lib/i18n/i18n.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/display/button.tsx'
import { Icon } from '../ui/display/icon.tsx'
import popup from '../ui/overlay/popup/popup.module.css'
import { popupPlacing } from '../ui/overlay/popup/popup-placing.ts'
import { FilterChip } from './filter-chip.tsx'
import { type ChoiceList, type FilterOption, selectionLabel } from './filter-kinds.ts'
import styles from './multi-select.module.css'

export interface MultiSelectProps {
  kind: ChoiceList
  chosen: readonly string[]
  /** Shows how many values are chosen instead of their names. */
  isShort?: boolean
  isInitiallyOpen?: boolean
  /** Called when the list closes, except by Esc. */
  onChange: (chosen: readonly string[]) => void
}

/** The value of the first option, which clears the selection. */
const everything = ''

/** A searchable multi-select. The selection is applied when the list closes. */
export function MultiSelect(props: MultiSelectProps) {
  const { kind, chosen, isShort = false, isInitiallyOpen = false, onChange } = props
  const text = useText()
  const [isOpen, setIsOpen] = useState(isInitiallyOpen)
  const [draft, setDraft] = useState(chosen)
  const items = useMemo(() => [{ value: everything, label: kind.all }, ...kind.options], [kind])
  const picked = draft.length === 0 ? items.slice(0, 1) : items.filter(({ value }) => draft.includes(value))

  const open = () => {
    setDraft(chosen)
    setIsOpen(true)
  }
  const close = (isKept: boolean) => {
    setIsOpen(false)
    if (isKept && String(draft) !== String(chosen)) onChange(draft)
  }
  const pick = (options: readonly FilterOption[]) => {
    const values = options.map(({ value }) => value)
    const isAllNew = draft.length > 0 && values.includes(everything)
    setDraft(isAllNew ? [] : values.filter(value => value !== everything))
  }

  return (
    <Combobox.Root<FilterOption, true>
      multiple
      items={items}
      value={picked}
      onValueChange={pick}
      isItemEqualToValue={(one, other) => one.value === other.value}
      filter={matches}
      open={isOpen}
      onOpenChange={(isOpening, { reason }) => (isOpening ? open() : close(reason !== 'escape-key'))}
    >
      <Combobox.Trigger
        render={
          <FilterChip
            label={kind.label}
            value={selectionLabel(kind, chosen, text)}
            shortValue={isShort && chosen.length > 0 ? String(chosen.length) : undefined}
            isNarrowing={chosen.length > 0}
          />
        }
      />
      <Combobox.Portal>
        <Combobox.Positioner {...popupPlacing} className={popup.positioner} align="start" sideOffset={6}>
          <Combobox.Popup className={classNames(popup.popup, styles.popup)} aria-label={kind.label}>
            <div className={styles.search}>
              <Icon name="search" size={14} />
              <Combobox.Input className={styles.input} placeholder={kind.find} aria-label={kind.find} />
            </div>
            <Combobox.Empty className={popup.nothing}>{text('nothing_found')}</Combobox.Empty>
            <Combobox.List className={styles.list}>
              {(option: FilterOption) => <OptionItem key={option.value} option={option} />}
            </Combobox.List>
            <div className={styles.foot}>
              <span className={styles.count} aria-live="polite">
                {text('filter_chosen_of', {
                  chosen: draft.length === 0 ? kind.options.length : draft.length,
                  count: kind.options.length,
                })}
              </span>
              <Button variant="quiet" size="small" onClick={() => setDraft([])}>
                {text('clear')}
              </Button>
              <Button variant="primary" size="small" onClick={() => close(true)}>
                {text('filter_show')}
              </Button>
            </div>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function OptionItem({ option }: { option: FilterOption }) {
  return (
    <Combobox.Item
      value={option}
      className={classNames(popup.item, option.value === everything && styles.everything)}
    >
      <span className={popup.label}>
        {option.label} {option.note && <span className={styles.note}>{option.note}</span>}
      </span>
      <span className={styles.box}>
        <Combobox.ItemIndicator>
          <Icon name="check" size={12} />
        </Combobox.ItemIndicator>
      </span>
    </Combobox.Item>
  )
}

function matches({ label, note = '', value }: FilterOption, typed: string): boolean {
  const wanted = typed.trim().toLocaleLowerCase()
  if (wanted === '') return true
  return value !== everything && `${label} ${note} ${value}`.toLocaleLowerCase().includes(wanted)
}
