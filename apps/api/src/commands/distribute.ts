import { distribute } from '../platform/db/distribution/distribute.ts'
import { openBesideServer } from '../platform/db/open.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { readSettings } from '../platform/settings/settings.ts'

/** `npm run db:distribute`, with --dry-run to see the statements. */
async function run(args: string[]): Promise<void> {
  const isDryRun = args.includes('--dry-run')
  if (args.some(arg => arg !== '--dry-run'))
    throw new StartupError('The only option is --dry-run, which prints the statements and changes nothing.')
  const opened = await openBesideServer(readSettings(process.env), {
    onWarning: message => console.error(message),
  })
  try {
    await distribute(opened.target, { isDryRun, print: line => console.log(line) })
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
