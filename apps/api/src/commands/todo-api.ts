import { allEndpoints } from '@plumbline/contract'
import { buildApp } from '../app/build-app.ts'
import { AppError } from '../platform/errors/app-error.ts'

const noDatabase = () => {
  throw new AppError('starting')
}
/** Lists the calls that the contract declares and no feature serves. */
const { server, unbuilt } = await buildApp({
  database: noDatabase,
  databaseTarget: noDatabase,
  masterKey: noDatabase,
  snapshotMb: 0,
  webFolder: '',
  version: '',
  isDemo: () => false,
  trustedProxies: 0,
  publicUrl: '',
  mailServer: null,
  logLevel: 'silent',
})
for (const [name, { method, path }] of unbuilt) console.log(`${method.padEnd(6)} ${path}  (${name})`)
console.log(`${unbuilt.length} of ${allEndpoints().length} declared calls are not built yet.`)
await server.close()
