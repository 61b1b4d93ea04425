import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  /** The label is for screen readers only, as in table rows. */
  isLabelHidden?: boolean
}

export function Checkbox({ label, isLabelHidden = false, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames(styles.option, className)}>
      <input type="checkbox" {...rest} className={styles.box} />
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  )
}

/** A switch takes effect immediately; a checkbox is submitted with a form. */
export function Switch({ label, isLabelHidden = false, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames(styles.option, className)}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked. */}
      <input type="checkbox" role="switch" {...rest} className={styles.switch} />
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  )
}
