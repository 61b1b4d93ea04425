import { type ComponentProps, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import { useControlAttributes } from './field.tsx'
import styles from './input.module.css'

/** A password field with a show button. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const text = useText()
  const attributes = useControlAttributes()
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={classNames(styles.input, styles.group, className)}>
      <input
        // An invisible placeholder lets the style sheet detect an empty field.
        placeholder=" "
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...attributes}
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={classNames(styles.bare, styles.secret)}
      />
      <button
        type="button"
        className={styles.end}
        aria-label={text(isShown ? 'hide_password' : 'show_password')}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} />
      </button>
    </div>
  )
}
