import { Menu as Base } from '@base-ui/react/menu'
import { type FocusEvent, useRef } from 'react'
import { classNames } from '../../class-names.ts'
import { Icon } from '../../display/icon.tsx'
import styles from './popup.module.css'
import { popupPlacing } from './popup-placing.ts'
import type { MenuChoiceProps, MenuItemProps, MenuProps } from './popup-props.ts'
import type { InitialOpenState } from './use-lazy-trigger.ts'

export function LoadedMenu(props: MenuProps & InitialOpenState) {
  const { trigger, align = 'end', isInitiallyOpen, isOpenedByKey = false, children } = props
  const isFirstItemWanted = useRef(isOpenedByKey)
  // A menu that mounts open does not know that a key opened it, and focuses its popup instead of the first
  // item.
  const focusFirstItem = ({ target, currentTarget }: FocusEvent) => {
    if (!isFirstItemWanted.current || target !== currentTarget) return
    isFirstItemWanted.current = false
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])')?.focus()
  }
  return (
    <Base.Root defaultOpen={isInitiallyOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          {...popupPlacing}
          // Menus also open from dialogs, so they stack above them.
          className={classNames(styles.positioner, styles.above)}
          sideOffset={6}
          align={align}
        >
          <Base.Popup className={styles.popup} onFocus={focusFirstItem}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function LoadedMenuItem({ icon, end, onSelect, isDisabled = false, children }: MenuItemProps) {
  return (
    <Base.Item className={styles.item} onClick={onSelect} disabled={isDisabled}>
      {icon && <Icon name={icon} size={14} />}
      <span className={styles.label}>{children}</span>
      {end}
    </Base.Item>
  )
}

export function LoadedMenuSeparator() {
  return <Base.Separator className={styles.separator} />
}

/** A radio group in a menu; the selected item has a check mark. */
export function LoadedMenuChoice<Value extends string>({
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
