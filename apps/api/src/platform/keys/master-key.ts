import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { errorCode, StartupError } from '../errors/startup-error.ts'
import type { MasterKeySource } from '../settings/master-key-source.ts'
import { deriveKey } from './encryption.ts'

/** Encrypts the keys in the database. It is never stored there. */
export interface MasterKey {
  bytes: Buffer
  /** Tells which master key encrypted a value, and reveals nothing of it. */
  fingerprint: Buffer
}

const keyBytes = 32
const commandTimeoutMs = 10_000
/** The key that an installation without a configured one creates in its data folder. */
export const masterKeyFile = 'master.key'

export function toMasterKey(bytes: Buffer): MasterKey {
  return { bytes, fingerprint: deriveKey(bytes, 'fingerprint').subarray(0, 8) }
}

/** Reads 32 bytes in base64 or hexadecimal; `name` says where the text came from. */
export function parseMasterKey(text: string, name: string): MasterKey {
  const trimmed = text.trim()
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : decodeBase64(trimmed)
  // The text is a secret, so the message must not repeat it.
  if (bytes?.length !== keyBytes)
    throw new StartupError(
      `${name} must be 32 random bytes in base64 or hexadecimal, such as 'openssl rand -base64 32' prints.`,
    )
  return toMasterKey(bytes)
}

function decodeBase64(text: string): Buffer | null {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null
}

/**
 * The configured master key, or that of the data folder. It is created only for a database without keys: a new one
 * could not decrypt the keys of another.
 */
export async function loadMasterKey(
  source: MasterKeySource,
  dataFolder: string,
  hasKeys: () => Promise<boolean>,
): Promise<MasterKey> {
  if (source.kind === 'value') return parseMasterKey(source.text, 'PLUMBLINE_MASTER_KEY')
  if (source.kind === 'command')
    return parseMasterKey(await run(source.command), 'The output of PLUMBLINE_MASTER_KEY_COMMAND')
  if (source.kind === 'file') return readKeyFile(source.path, 'PLUMBLINE_MASTER_KEY_FILE')
  const file = path.join(dataFolder, masterKeyFile)
  try {
    return parseMasterKey(readFileSync(file, 'utf8'), file)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  if (await hasKeys()) throw new StartupError(missingKey(file))
  return createKeyFile(file)
}

function missingKey(file: string): string {
  return `The keys of this database are encrypted with a master key that this server does not have. Put it into ${file} or set PLUMBLINE_MASTER_KEY, as on the server that wrote this database. If it is lost, see 'Keys' in docs/operations.md.`
}

export function readKeyFile(file: string, name: string): MasterKey {
  try {
    return parseMasterKey(readFileSync(file, 'utf8'), `${name} (${file})`)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`${name}: ${file} cannot be read (${errorCode(error)}).`)
  }
}

/** Creates the file for its owner only. A server that starts at the same time reads the same key. */
export function createKeyFile(file: string): MasterKey {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${randomBytes(keyBytes).toString('base64')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new StartupError(`The master key cannot be written to ${file} (${errorCode(error)}).`)
  }
  return readKeyFile(file, 'The master key')
}

/** Runs the operator's command in a shell, as `PLUMBLINE_MASTER_KEY_COMMAND='vault read …'` needs it. */
async function run(command: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], { timeout: commandTimeoutMs })
    return stdout
  } catch {
    throw new StartupError(
      'PLUMBLINE_MASTER_KEY_COMMAND failed, or took longer than 10 seconds. Run it by hand to see why.',
    )
  }
}
