import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.tsx'
import styles from './popup.module.css'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          // A menu may be opened from within a dialog.
          className={classNames(styles.positioner, styles.above)}
          sideOffset={6}
          align={align}
          collisionPadding={8}
        >
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  icon?: IconName
  /** Words at the end of the line: a key, a hint. */
  end?: ReactNode
  onSelect: () => void
  isDisabled?: boolean
  children: ReactNode
}

export function MenuItem({ icon, end, onSelect, isDisabled = false, children }: MenuItemProps) {
  return (
    <Base.Item className={styles.item} onClick={onSelect} disabled={isDisabled}>
      {icon && <Icon name={icon} size={14} />}
      <span className={styles.label}>{children}</span>
      {end}
    </Base.Item>
  )
}

export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />
}

interface MenuChoiceProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few inside a menu; the chosen one carries a check. */
export function MenuChoice<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.groupLabel}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {choices.map(choice => (
          <Base.RadioItem key={choice.value} value={choice.value} className={styles.item} closeOnClick>
            <span className={styles.label}>{choice.label}</span>
            <Base.RadioItemIndicator className={styles.mark}>
              <Icon name="check" size={14} />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}
