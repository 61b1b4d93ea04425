import { Menu as Base } from '@base-ui/react/menu'
import { type FocusEvent, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import styles from './popup.module.css'
import { popupPlacing } from './popup-placing.ts'
import type { MenuChoiceProps, MenuItemProps, MenuProps } from './popup-props.ts'
import type { OpensAtFirst } from './use-later-trigger.ts'

export function MenuParts(props: MenuProps & OpensAtFirst) {
  const { trigger, align = 'end', isOpenAtFirst, isOpenedByKey = false, children } = props
  const isFirstLineWanted = useRef(isOpenedByKey)
  // A menu that is open from the start does not know that a key opened it, and takes the focus itself.
  const goToFirstLine = ({ target, currentTarget }: FocusEvent) => {
    if (!isFirstLineWanted.current || target !== currentTarget) return
    isFirstLineWanted.current = false
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])')?.focus()
  }
  return (
    <Base.Root defaultOpen={isOpenAtFirst}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          {...popupPlacing}
          // A menu may be opened from within a dialog.
          className={classNames(styles.positioner, styles.above)}
          sideOffset={6}
          align={align}
        >
          <Base.Popup className={styles.popup} onFocus={goToFirstLine}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuItemParts({ icon, end, onSelect, isDisabled = false, children }: MenuItemProps) {
  return (
    <Base.Item className={styles.item} onClick={onSelect} disabled={isDisabled}>
      {icon && <Icon name={icon} size={14} />}
      <span className={styles.label}>{children}</span>
      {end}
    </Base.Item>
  )
}

export function MenuSeparatorParts() {
  return <Base.Separator className={styles.separator} />
}

/** One of a few inside a menu; the chosen one carries a check. */
export function MenuChoiceParts<Value extends string>({
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
