import path from 'node:path'
import { backUp, restore } from '../platform/db/embedded/backup.ts'
import { findRunningEmbedded, openEmbedded } from '../platform/db/embedded/embedded-server.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { readSettings } from '../platform/settings/settings.ts'

/** `npm run backup -- folder` and `npm run backup -- restore folder`, for the embedded database, running or not. */
async function run([first, second]: string[]): Promise<void> {
  const { dataFolder, databaseUrl } = readSettings(process.env)
  if (databaseUrl)
    throw new StartupError(
      'This is for the embedded database. That of DATABASE_URL is backed up with pg_dump or what its provider offers.',
    )
  if (first === 'restore' && second) {
    if ((await findRunningEmbedded(dataFolder)) !== null)
      throw new StartupError(`A Plumbline runs on ${dataFolder}. Stop it first.`)
    restore(path.resolve(second), dataFolder)
    console.log(`Restored into ${dataFolder}. Start Plumbline as usual.`)
    return
  }
  if (!first || first === 'restore')
    throw new StartupError('Say where to: npm run backup -- /folder, or npm run backup -- restore /folder')
  await backUpTo(path.resolve(first), dataFolder)
}

async function backUpTo(into: string, dataFolder: string): Promise<void> {
  const running = await findRunningEmbedded(dataFolder)
  const own = running ? null : await openEmbedded(dataFolder, { onWarning: text => console.error(text) })
  const target = running ?? own?.target
  if (!target) throw new StartupError(`There is no database in ${dataFolder}.`)
  try {
    const superuser = { ...target.config, user: 'postgres', database: 'postgres' }
    const bytes = await backUp({ superuser, cluster: path.join(dataFolder, 'postgres') }, into)
    console.log(`Backed up ${Math.round(bytes / 1e6)} MB to ${into}.`)
  } finally {
    await own?.stop()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
