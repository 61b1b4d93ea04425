import { minPasswordLength } from 'virtual:contract'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import styles from './password-strength.module.css'

const goodLength = 12
const bars = [1, 2, 3, 4]

/** The length of a new password. The server rejects common ones. */
export function PasswordStrength({ password }: { password: string }) {
  const text = useText()
  const count = [...password].length
  const filled = count === 0 ? 0 : count < minPasswordLength ? 1 : count < 10 ? 2 : count < goodLength ? 3 : 4
  return (
    <>
      <div className={styles.bars} aria-hidden="true">
        {bars.map(bar => (
          <span
            key={bar}
            className={classNames(styles.bar, bar <= filled && (filled === 1 ? styles.weak : styles.good))}
          />
        ))}
      </div>
      {count < minPasswordLength
        ? text('password_short')
        : text(count < goodLength ? 'password_longer_is_better' : 'password_good', { count })}
    </>
  )
}
