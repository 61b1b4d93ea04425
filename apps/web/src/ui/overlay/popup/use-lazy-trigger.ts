import { cloneElement, type DOMAttributes, type ReactElement, useState } from 'react'
import { type LazyChunk, useLazyChunk } from '../../../lib/browser/lazy-chunk.ts'

/** The initial state of a popup that was requested before its chunk was loaded. */
export interface InitialOpenState {
  isInitiallyOpen: boolean
  /** Opened by a key instead of a pointer, so the first item receives the focus. */
  isOpenedByKey?: boolean
}

interface LazyTrigger<Module> extends InitialOpenState {
  /** The module, once it is loaded and used. */
  module: Module | null
  pressByKey: () => void
  /** The event handlers of the plain trigger until then. */
  handlers: Pick<Handlers, 'onPointerEnter' | 'onFocus' | 'onClick'>
}

/**
 * The trigger of a lazy-loaded popup. A trigger rendered before the chunk is loaded stays a plain button
 * until its first press: the chunk brings its own trigger element, and swapping them at any other time could
 * lose the focus or a click.
 */
export function useLazyTrigger<Module>(chunk: LazyChunk<Module>): LazyTrigger<Module> {
  const loaded = useLazyChunk(chunk)
  const [isInitiallyLoaded] = useState(loaded !== null)
  const [pressed, setPressed] = useState<'no' | 'by pointer' | 'by key'>('no')
  const load = () => void chunk.load()
  const press = (how: typeof pressed) => {
    load()
    setPressed(how)
  }
  return {
    module: isInitiallyLoaded || pressed !== 'no' ? loaded : null,
    isInitiallyOpen: pressed !== 'no',
    isOpenedByKey: pressed === 'by key',
    pressByKey: () => press('by key'),
    handlers: {
      onPointerEnter: load,
      onFocus: load,
      // Clicks by keyboard have a detail of 0.
      onClick: ({ detail }) => press(detail === 0 ? 'by key' : 'by pointer'),
    },
  }
}

type Handlers = Pick<
  DOMAttributes<Element>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur' | 'onClick' | 'onKeyDown'
>

/** Clones the trigger with additional event handlers and attributes. */
export function plainTrigger(
  trigger: ReactElement,
  handlers: Handlers,
  description: Readonly<Record<string, string | boolean>> = {},
): ReactElement {
  // The props of the trigger are unknown; only its event handlers are read.
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
