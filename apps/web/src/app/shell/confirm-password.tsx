import { useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.tsx'
import {
  notePasswordDialog,
  type PasswordQuestion,
  passwordQuestion,
} from '../../lib/password-confirmation.ts'
import { useStore } from '../../lib/store.ts'

const ConfirmPasswordDialog = lazyPart(() =>
  import('../../features/user-settings/confirm-password-dialog.tsx').then(part => part.ConfirmPasswordDialog),
)

/** Asks for the password where the server wants a recent one. Any call may need it, so it stands beside all screens. */
export function ConfirmPassword() {
  const question = useStore(passwordQuestion)
  // Kept until its dialog has left the screen.
  const [last, setLast] = useState<PasswordQuestion | null>(null)
  useEffect(() => {
    notePasswordDialog(true)
    return () => notePasswordDialog(false)
  }, [])
  useEffect(() => {
    if (question !== null) setLast(question)
  }, [question])
  if (last === null) return null
  return <ConfirmPasswordDialog question={last} isOpen={question === last} onClosed={() => setLast(null)} />
}
