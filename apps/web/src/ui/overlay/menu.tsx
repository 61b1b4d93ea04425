import type { KeyboardEvent } from 'react'
import { useLazyChunk } from '../../lib/browser/lazy-chunk.ts'
import type { MenuChoiceProps, MenuItemProps, MenuProps } from './popup/popup-props.ts'
import { popups } from './popup/popups.ts'
import { plainTrigger, useLazyTrigger } from './popup/use-lazy-trigger.ts'

/** A menu that opens from a button. */
export function Menu(props: MenuProps) {
  const { module: loaded, handlers, pressByKey, ...opens } = useLazyTrigger(popups)
  if (loaded !== null) return <loaded.Menu {...props} {...opens} />
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

/** Items render only in an open menu, when the chunk is already loaded. */
export function MenuItem(props: MenuItemProps) {
  const loaded = useLazyChunk(popups)
  return loaded && <loaded.MenuItem {...props} />
}

export function MenuSeparator() {
  const loaded = useLazyChunk(popups)
  return loaded && <loaded.MenuSeparator />
}

/** A radio group in a menu; the selected item has a check mark. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const loaded = useLazyChunk(popups)
  return loaded && <loaded.MenuChoice {...props} />
}
