import type { PopoverProps } from './popup/popup-props.ts'
import { popups } from './popup/popups.ts'
import { plainTrigger, useLazyTrigger } from './popup/use-lazy-trigger.ts'

/** A non-modal popover that opens from a button. */
export function Popover(props: PopoverProps) {
  const { module: loaded, isInitiallyOpen, handlers } = useLazyTrigger(popups)
  if (loaded !== null) return <loaded.Popover {...props} isInitiallyOpen={isInitiallyOpen} />
  return plainTrigger(props.trigger, handlers, { 'aria-haspopup': 'dialog', 'aria-expanded': false })
}
