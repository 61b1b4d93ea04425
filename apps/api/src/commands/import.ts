import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ImportFailed, importFiles } from './import-files.ts'
import { createCaller } from './server-caller.ts'

const usage = `Say into which account, and which files:

  npm run import -- --account "Main account" statement.xml transactions.csv

  --account   id or name of the account
  --family    id or name of its family, if several have an account of this name
  --preview   shows what would happen and posts nothing

PLUMBLINE_URL    the server, http://127.0.0.1:4000 without it
PLUMBLINE_TOKEN  an API token of yours that may write, from the user settings`

/** Imports statement files into an account of a running server. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      account: { type: 'string' },
      family: { type: 'string' },
      preview: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const token = process.env.PLUMBLINE_TOKEN
  if (!values.account || positionals.length === 0 || !token) throw new ImportFailed(usage)
  const files = await Promise.all(
    positionals.map(async file => ({ name: path.basename(file), bytes: await readFile(file) })),
  )
  const server = process.env.PLUMBLINE_URL ?? 'http://127.0.0.1:4000'
  await importFiles(
    createCaller(server, token),
    { account: values.account, family: values.family, files, isPreview: values.preview },
    line => console.log(line),
  )
}

try {
  await main()
} catch (error) {
  const isExpected = error instanceof ImportFailed || (error instanceof Error && 'code' in error)
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
