import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './button.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.tsx'

export interface ButtonLook {
  /** One primary button per screen or dialog; danger for what cannot be taken back. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'small' | 'medium' | 'large'
  isWide?: boolean
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: IconName
  /** Work is under way: the button stays where it is, keeps the focus and does not start it twice. */
  isBusy?: boolean
}

/** The look of a button, for a link that leads somewhere and should look like one. */
export function buttonClass({ variant = 'secondary', size = 'medium', isWide = false }: ButtonLook): string {
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
  const look: ButtonLook = { ...(variant && { variant }), ...(size && { size }), ...(isWide && { isWide }) }
  return (
    <button
      {...rest}
      // The types of a button are two here: one that submits says so.
      type={type}
      className={classNames(buttonClass(look), isBusy && styles.busy, className)}
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
