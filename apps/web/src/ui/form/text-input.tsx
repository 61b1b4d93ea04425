import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useControlAttributes } from './field.tsx'
import styles from './input.module.css'

interface TextInputProps extends Omit<ComponentProps<'input'>, 'size'> {
  size?: 'small' | 'large'
}

export function TextInput({ size = 'large', className, ...rest }: TextInputProps) {
  const attributes = useControlAttributes()
  return (
    <input
      type="text"
      {...attributes}
      {...rest}
      className={classNames(styles.input, size === 'small' && styles.small, className)}
    />
  )
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const attributes = useControlAttributes()
  return (
    <textarea
      rows={3}
      {...attributes}
      {...rest}
      className={classNames(styles.input, styles.area, className)}
    />
  )
}
