import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './button.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.tsx'

export interface ButtonStyle {
  /** One primary button per screen or dialog; danger for irreversible actions. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'small' | 'medium' | 'large'
  isWide?: boolean
}

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  icon?: IconName
  /** The action is running: the button keeps its place and focus, and ignores presses. */
  isBusy?: boolean
}

/** The class name of a button, for links that look like one. */
export function buttonClass({ variant = 'secondary', size = 'medium', isWide = false }: ButtonStyle): string {
  return classNames(
    styles.button,
    variant !== 'secondary' && styles[variant],
    size !== 'medium' && styles[size],
    isWide && styles.wide,
  )
}

export function Button({
  variant,
  size,
  isWide,
  icon,
  isBusy = false,
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const style: ButtonStyle = { ...(variant && { variant }), ...(size && { size }), ...(isWide && { isWide }) }
  return (
    <button
      {...rest}
      // Defaults to 'button', so that only submit buttons submit.
      type={type}
      className={classNames(buttonClass(style), isBusy && styles.busy, className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={event => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy ? <span className={styles.spinner} /> : icon && <Icon name={icon} size={14} />}
      {children}
    </button>
  )
}
