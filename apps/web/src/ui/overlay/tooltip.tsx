import type { ReactElement, ReactNode } from 'react'
import { useLater } from '../../lib/browser/later-part.ts'
import { popups } from './popups.ts'
import { plainTrigger } from './use-later-trigger.ts'
import { useTooltip } from './use-tooltip.ts'

interface TooltipProps {
  text: ReactNode
  /** The element it belongs to. It must be focusable, so that the keyboard reaches the tooltip too. */
  children: ReactElement
}

/** A few words about the element under the pointer or the focus. Never the only place to learn something. */
export function Tooltip({ text, children }: TooltipProps) {
  const parts = useLater(popups)
  const { handlers, shown } = useTooltip()
  return (
    <>
      {plainTrigger(children, handlers, shown?.isOpen ? { 'data-tooltip-open': '' } : {})}
      {parts !== null && shown !== null && <parts.Tooltip text={text} {...shown} />}
    </>
  )
}
