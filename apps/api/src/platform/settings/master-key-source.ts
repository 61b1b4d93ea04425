import { StartupError } from '../errors/startup-error.ts'

/** Where the master key comes from; by default from a file in the data folder. */
export type MasterKeySource =
  | { kind: 'value'; text: string }
  | { kind: 'file'; path: string }
  | { kind: 'command'; command: string }
  | { kind: 'data_folder' }

export function readMasterKeySource(env: NodeJS.ProcessEnv): MasterKeySource {
  const text = env.PLUMBLINE_MASTER_KEY
  const path = env.PLUMBLINE_MASTER_KEY_FILE
  const command = env.PLUMBLINE_MASTER_KEY_COMMAND
  if ([text, path, command].filter(Boolean).length > 1)
    throw new StartupError(
      'Set one of PLUMBLINE_MASTER_KEY, PLUMBLINE_MASTER_KEY_FILE and PLUMBLINE_MASTER_KEY_COMMAND.',
    )
  if (text) return { kind: 'value', text }
  if (path) return { kind: 'file', path }
  if (command) return { kind: 'command', command }
  return { kind: 'data_folder' }
}
