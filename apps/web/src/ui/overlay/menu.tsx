import type { KeyboardEvent } from 'react'
import { useLater } from '../../lib/browser/later-part.ts'
import type { MenuChoiceProps, MenuItemProps, MenuProps } from './popup-props.ts'
import { popups } from './popups.ts'
import { plainTrigger, useLaterTrigger } from './use-later-trigger.ts'

/** What a button offers, one line each. */
export function Menu(props: MenuProps) {
  const { module: parts, handlers, pressByKey, ...opens } = useLaterTrigger(popups)
  if (parts !== null) return <parts.Menu {...props} {...opens} />
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    pressByKey()
  }
  return plainTrigger(
    props.trigger,
    { ...handlers, onKeyDown },
    { 'aria-haspopup': 'menu', 'aria-expanded': false },
  )
}

/** The lines stand in an open menu only, so their code is there when they are drawn. */
export function MenuItem(props: MenuItemProps) {
  const parts = useLater(popups)
  return parts && <parts.MenuItem {...props} />
}

export function MenuSeparator() {
  const parts = useLater(popups)
  return parts && <parts.MenuSeparator />
}

/** One of a few inside a menu; the chosen one carries a check. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const parts = useLater(popups)
  return parts && <parts.MenuChoice {...props} />
}
