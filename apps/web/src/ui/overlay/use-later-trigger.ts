import { cloneElement, type DOMAttributes, type ReactElement, useState } from 'react'
import { type LaterPart, useLater } from '../../lib/browser/later-part.ts'

/** What a popup is told that was asked for before its code was there. */
export interface OpensAtFirst {
  isOpenAtFirst: boolean
  /** By a key and not by a pointer, so the focus goes on to the first line. */
  isOpenedByKey?: boolean
}

interface LaterTrigger<Module> extends OpensAtFirst {
  /** The code, once it is there and wanted. */
  module: Module | null
  pressByKey: () => void
  /** What the plain button listens to until then. */
  handlers: Pick<Handlers, 'onPointerEnter' | 'onFocus' | 'onClick'>
}

/**
 * A button whose popup is code that comes later. A button that was drawn before that code stays a plain one
 * until its first press, which opens the popup: the code brings a button of its own, and to exchange them at
 * any other moment could lose the focus or half a click.
 */
export function useLaterTrigger<Module>(part: LaterPart<Module>): LaterTrigger<Module> {
  const loaded = useLater(part)
  const [isThereAtFirst] = useState(loaded !== null)
  const [pressed, setPressed] = useState<'no' | 'by pointer' | 'by key'>('no')
  const load = () => void part.load()
  const press = (how: typeof pressed) => {
    load()
    setPressed(how)
  }
  return {
    module: isThereAtFirst || pressed !== 'no' ? loaded : null,
    isOpenAtFirst: pressed !== 'no',
    isOpenedByKey: pressed === 'by key',
    pressByKey: () => press('by key'),
    handlers: {
      onPointerEnter: load,
      onFocus: load,
      // A click that no pointer made counts none.
      onClick: ({ detail }) => press(detail === 0 ? 'by key' : 'by pointer'),
    },
  }
}

type Handlers = Pick<
  DOMAttributes<Element>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur' | 'onClick' | 'onKeyDown'
>

/** The button with what it listens to besides its own, and how it is described. */
export function plainTrigger(
  trigger: ReactElement,
  handlers: Handlers,
  description: Readonly<Record<string, string | boolean>> = {},
): ReactElement {
  // Which props a button was given is its own affair: here it matters only whether it listens already.
  const own = trigger.props as Record<string, ((event: unknown) => void) | undefined>
  const both = Object.entries(handlers).map(([name, handle]) => [
    name,
    (event: never) => {
      own[name]?.(event)
      handle?.(event)
    },
  ])
  return cloneElement(trigger, { ...description, ...Object.fromEntries(both) })
}
