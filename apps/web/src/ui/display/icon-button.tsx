import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../overlay/tooltip.tsx'
import { Icon } from './icon.tsx'
import styles from './icon-button.module.css'
import type { IconName } from './icons.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName
  /** The label, shown as a tooltip and read by screen readers. */
  label: string
  size?: 'small' | 'medium'
  /** For toggle buttons. */
  isOn?: boolean
}

export function IconButton({ icon, label, size = 'medium', isOn, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={isOn}
        className={classNames(styles.button, size === 'small' && styles.small, isOn && styles.on, className)}
      >
        <Icon name={icon} size={size === 'small' ? 14 : 16} />
      </button>
    </Tooltip>
  )
}
