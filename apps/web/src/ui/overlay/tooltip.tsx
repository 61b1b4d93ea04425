import type { ReactElement, ReactNode } from 'react'
import { useLazyChunk } from '../../lib/browser/lazy-chunk.ts'
import { popups } from './popup/popups.ts'
import { plainTrigger } from './popup/use-lazy-trigger.ts'
import { useTooltip } from './use-tooltip.ts'

interface TooltipProps {
  text: ReactNode
  /** The described element. It must be focusable, so that the tooltip is reachable by keyboard. */
  children: ReactElement
}

/** A short description on hover and focus. Never the only source of information. */
export function Tooltip({ text, children }: TooltipProps) {
  const loaded = useLazyChunk(popups)
  const { handlers, shown } = useTooltip()
  return (
    <>
      {plainTrigger(children, handlers, shown?.isOpen ? { 'data-tooltip-open': '' } : {})}
      {loaded !== null && shown !== null && <loaded.Tooltip text={text} {...shown} />}
    </>
  )
}
