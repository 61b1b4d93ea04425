import { useParams } from '@tanstack/react-router'
import { NewPassword } from './new-password.tsx'
import { RequestLink } from './request-link.tsx'

/** Sets a new password with uid and token of a mailed link, otherwise requests a link. */
export function PasswordResetPage() {
  const { uid, token } = useParams({ strict: false })
  return uid !== undefined && token !== undefined ? <NewPassword uid={uid} token={token} /> : <RequestLink />
}
