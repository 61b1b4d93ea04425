import path from 'node:path'
import { openBesideServer } from '../platform/db/open.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { createKeyFile, loadMasterKey, readKeyFile } from '../platform/keys/master-key.ts'
import { discardKeys, replaceMasterKey, rotateKeys } from '../platform/keys/rotate-keys.store.ts'
import { checkKeys } from '../platform/keys/server-keys.store.ts'
import { readSettings } from '../platform/settings/settings.ts'

const usage = `Say what to do:
  npm run keys -- rotate                    replaces the servers' keys and encrypts stored secrets anew
  npm run keys -- new-master FILE           encrypts the servers' keys with the master key in FILE, created if absent
  npm run keys -- discard-lost --confirm    deletes keys whose master key is lost, with all second factors and source keys`

/** Replaces the keys of an installation, while its servers run or not. */
async function run([task, argument]: string[]): Promise<void> {
  const settings = readSettings(process.env)
  const isKnown =
    task === 'rotate' ||
    (task === 'new-master' && argument) ||
    (task === 'discard-lost' && argument === '--confirm')
  if (!isKnown) throw new StartupError(usage)
  const opened = await openBesideServer(settings, { onWarning: message => console.error(message) })
  const database = () => opened.database
  try {
    if (task === 'discard-lost') {
      const { seeds, sourceKeys, links } = await discardKeys(database)
      console.log(
        `Deleted the keys. ${seeds} users set up their second factor again, ${sourceKeys} keys of sources are entered again, ${links} mails with links were discarded.`,
      )
      return
    }
    const master = await loadMasterKey(settings.masterKey, settings.dataFolder, async () => true)
    await checkKeys(database, master)
    if (task === 'rotate')
      return console.log(
        `Replaced the keys and encrypted ${await rotateKeys(database, master)} secrets anew.`,
      )
    const file = path.resolve(argument ?? '')
    createKeyFile(file)
    const count = await replaceMasterKey(database, master, readKeyFile(file, 'The new master key'))
    console.log(
      `Encrypted ${count} keys with the master key in ${file}. Servers that run go on; give it to them before their next start.`,
    )
  } finally {
    await opened.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
