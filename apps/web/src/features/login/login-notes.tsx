import { isUnreachable } from '../../lib/api/api-error.ts'
import { unreachableText } from '../../lib/api/unreachable-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Note } from '../../ui/display/note.tsx'
import { FormNotes } from '../../ui/layout/form-card.tsx'
import styles from './login.module.css'
import { loginErrorText } from './use-login.ts'

interface LoginNotesProps {
  error: Error | null
  isOnline: boolean
  /** Whether an expired session led here. */
  hasEnded: boolean
}

/** Shows the most important note above the form. */
export function LoginNotes({ error, isOnline, hasEnded }: LoginNotesProps) {
  const text = useText()
  if (!isOnline || isUnreachable(error)) {
    const { title, note } = unreachableText(text)
    return (
      <FormNotes>
        <Note tone="warn" isAlert>
          <b className={styles.strong}>{title}</b> {note}
        </Note>
      </FormNotes>
    )
  }
  if (error !== null) {
    return (
      <FormNotes>
        <Note tone="loss" isAlert>
          {loginErrorText(error, text)}
        </Note>
      </FormNotes>
    )
  }
  if (!hasEnded) return null
  return (
    <FormNotes>
      <Note tone="accent" isAlert>
        {text('error_session_expired')}
      </Note>
    </FormNotes>
  )
}
