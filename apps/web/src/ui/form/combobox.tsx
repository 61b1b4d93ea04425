import { Combobox as Base } from '@base-ui/react/combobox'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import popup from '../overlay/popup/popup.module.css'
import { popupPlacing } from '../overlay/popup/popup-placing.ts'
import { useControlAttributes } from './field.tsx'
import input from './input.module.css'
import type { Option } from './select.tsx'

interface ComboboxProps<Value extends string> {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value | null) => void
  placeholder?: string
  isDisabled?: boolean
  /**
   * Called with the typed text when the server filters the options, which are then shown unchanged. Without
   * it they are filtered here.
   */
  onSearch?: (typed: string) => void
  isSearching?: boolean
  label?: string
  size?: 'small' | 'large'
}

/** A searchable select for long lists. */
export function Combobox<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  isDisabled = false,
  onSearch,
  isSearching = false,
  label,
  size = 'large',
}: ComboboxProps<Value>) {
  const text = useText()
  const attributes = useControlAttributes()
  const chosen = options.find(option => option.value === value) ?? null
  return (
    <Base.Root<Option<Value>>
      items={options}
      value={chosen}
      onValueChange={option => onChange(option?.value ?? null)}
      isItemEqualToValue={(one, other) => one.value === other.value}
      onInputValueChange={typed => onSearch?.(typed)}
      filter={onSearch ? null : matches}
      disabled={isDisabled}
      autoHighlight
    >
      <Base.InputGroup className={classNames(input.input, input.group, size === 'small' && input.small)}>
        <Base.Input {...attributes} aria-label={label} placeholder={placeholder} className={input.bare} />
        <Base.Trigger className={input.end} aria-label={text('open_list')}>
          <Icon name="chevron-down" size={12} />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner
          {...popupPlacing}
          className={classNames(popup.positioner, popup.above)}
          sideOffset={4}
        >
          <Base.Popup className={popup.popup} aria-busy={isSearching || undefined}>
            <Base.Empty className={popup.nothing}>
              {text(isSearching ? 'loading' : 'nothing_found')}
            </Base.Empty>
            <Base.List>
              {(option: Option<Value>) => (
                <Base.Item key={option.value} value={option} className={popup.item}>
                  <span className={popup.label}>{option.label}</span>
                  {option.note && <span className={popup.note}>{option.note}</span>}
                  <Base.ItemIndicator className={popup.mark}>
                    <Icon name="check" size={14} />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function matches({ label, note, value }: Option<string>, typed: string): boolean {
  const wanted = typed.trim().toLocaleLowerCase()
  return [label, note ?? '', value].some(words => words.toLocaleLowerCase().includes(wanted))
}
