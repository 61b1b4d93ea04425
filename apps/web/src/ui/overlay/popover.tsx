import type { PopoverProps } from './popup-props.ts'
import { popups } from './popups.ts'
import { plainTrigger, useLaterTrigger } from './use-later-trigger.ts'

/** More about something, beside it. The page behind it is not dimmed and stays in use. */
export function Popover(props: PopoverProps) {
  const { module: parts, isOpenAtFirst, handlers } = useLaterTrigger(popups)
  if (parts !== null) return <parts.Popover {...props} isOpenAtFirst={isOpenAtFirst} />
  return plainTrigger(props.trigger, handlers, { 'aria-haspopup': 'dialog', 'aria-expanded': false })
}
