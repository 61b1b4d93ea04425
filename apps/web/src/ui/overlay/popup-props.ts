import type { ReactElement, ReactNode } from 'react'
import type { IconName } from '../display/icons.tsx'

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

export interface MenuItemProps {
  icon?: IconName
  /** Words at the end of the line: a key, a hint. */
  end?: ReactNode
  onSelect: () => void
  isDisabled?: boolean
  children: ReactNode
}

export interface MenuChoiceProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

export interface PopoverProps {
  trigger: ReactElement
  /** Read aloud as its name, and drawn as its heading unless hidden. */
  title: string
  isTitleHidden?: boolean
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}
