import { z } from 'zod'
import { invitationStore } from '../features/auth/links/invitation.store.ts'
import { openBesideServer } from '../platform/db/open.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { newLink } from '../platform/mail/links.ts'
import { findServerAddress } from '../platform/mail/server-address.store.ts'
import { readSettings } from '../platform/settings/settings.ts'

/** Prints a one-time link that creates an administrator, for a server without users. */
async function inviteAdmin(email: string | undefined): Promise<void> {
  if (!email || !z.email().safeParse(email).success)
    throw new StartupError('Say whom to invite: npm run admin:invite -- you@example.com')
  const settings = readSettings(process.env)
  const opened = await openBesideServer(settings, { onWarning: message => console.error(message) })
  try {
    // This terminal may not have the settings of the server, which noted its address.
    const noted = process.env.PLUMBLINE_URL ? null : await findServerAddress(opened.database)
    const link = newLink('invitation', noted ?? settings.publicUrl)
    const outcome = await invitationStore(() => opened.database).inviteAdmin(email, link)
    if (outcome === 'already_registered') throw new StartupError(`${email} already belongs to a user.`)
    console.log(`This link works once, for seven days:\n\n${link.url}`)
  } finally {
    await opened.close()
  }
}

try {
  await inviteAdmin(process.argv[2])
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
