import type { ReactElement, ReactNode } from 'react'
import type { IconName } from '../../display/icons.tsx'

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

export interface MenuItemProps {
  icon?: IconName
  /** Content at the end of the item: a shortcut, a hint. */
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
  /** The accessible name, also shown as the heading unless hidden. */
  title: string
  isTitleHidden?: boolean
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}
