import { Select as Base } from '@base-ui/react/select'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import popup from '../overlay/popup/popup.module.css'
import { popupPlacing } from '../overlay/popup/popup-placing.ts'
import { useControlAttributes } from './field.tsx'
import input from './input.module.css'
import styles from './select.module.css'

export interface Option<Value extends string> {
  value: Value
  label: string
  /** Secondary text in the list, such as the name of a code. */
  note?: string
}

interface SelectProps<Value extends string> {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
  size?: 'small' | 'large'
  isDisabled?: boolean
  /** The accessible name without a Field. */
  label?: string
}

/** A select for short lists. Use Combobox for long ones. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  size = 'large',
  isDisabled = false,
  label,
}: SelectProps<Value>) {
  const text = useText()
  const attributes = useControlAttributes()
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={chosen => chosen !== null && onChange(chosen)}
      disabled={isDisabled}
    >
      <Base.Trigger
        {...attributes}
        aria-label={label}
        title={options.find(option => option.value === value)?.label}
        className={classNames(input.input, input.group, size === 'small' && input.small, styles.trigger)}
      >
        <Base.Value className={styles.value} placeholder={placeholder ?? text('choose')} />
        <Base.Icon className={styles.icon}>
          <Icon name="chevron-down" size={12} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          {...popupPlacing}
          className={classNames(popup.positioner, popup.above)}
          alignItemWithTrigger={false}
          sideOffset={4}
        >
          <Base.Popup className={popup.popup}>
            <Base.List>
              {options.map(option => (
                <Base.Item key={option.value} value={option.value} className={popup.item}>
                  <Base.ItemText className={popup.label}>{option.label}</Base.ItemText>
                  {option.note && <span className={popup.note}>{option.note}</span>}
                  <Base.ItemIndicator className={popup.mark}>
                    <Icon name="check" size={14} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
