// Writes .br and .gz beside every compressible file of the built web app, so that the server does not compress per request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = path.resolve(import.meta.dirname, '../apps/web/dist')
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/
const smallestBytes = 1000

for (const name of readdirSync(folder, { recursive: true })) {
  const file = path.join(folder, name)
  if (!compressible.test(file)) continue
  const bytes = readFileSync(file)
  if (bytes.length < smallestBytes) continue
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
}
