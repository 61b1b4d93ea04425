import { useParams } from '@tanstack/react-router'
import { AskForLink } from './ask-for-link.tsx'
import { NewPassword } from './new-password.tsx'

/** With the two parts of a mailed link a new password is set; without them a link is asked for. */
export function PasswordResetPage() {
  const { uid, token } = useParams({ strict: false })
  return uid !== undefined && token !== undefined ? <NewPassword uid={uid} token={token} /> : <AskForLink />
}
