import { wasDeclined } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import styles from './price-source.module.css'

/** Why a fix was not saved, below its fields. */
export function SaveError({ error }: { error: unknown }) {
  const text = useText()
  if (error === null || error === undefined || wasDeclined(error)) return null
  return (
    <p className={styles.error} role="alert">
      {errorText(error, text)}
    </p>
  )
}
