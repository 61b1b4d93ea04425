import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartupError } from '../../errors/startup-error.ts'

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as `nobody`, or, where that account cannot reach the
 * folders (a clone under a closed home), in a user namespace, which keeps root's file access but not its uid.
 */
export type ServerAccount =
  | { kind: 'self' }
  | { kind: 'nobody'; uid: number; gid: number }
  | { kind: 'namespace' }

export function chooseAccount(dataFolder: string): ServerAccount {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  const nobody = findNobody()
  if (nobody && isReachableBy(nobody.uid, dataFolder)) return { kind: 'nobody', ...nobody }
  if (spawnSync('unshare', ['-U', 'true']).status === 0) return { kind: 'namespace' }
  throw new StartupError(
    `PostgreSQL does not run as root, and the account 'nobody' cannot reach ${dataFolder}. Start Plumbline as an ordinary user, or set PLUMBLINE_DATA to a folder such as /var/lib/plumbline.`,
  )
}

/** Whether an account can enter the folder, as its owner or because it is open to others. */
function isReachableBy(uid: number, folder: string): boolean {
  const owns = statSync(folder).uid === uid
  return owns ? isReachableByOthers(path.dirname(path.resolve(folder))) : isReachableByOthers(folder)
}

/** Makes the server's account the owner of a folder. */
export function chownTo(account: ServerAccount, folder: string): void {
  if (account.kind === 'nobody') chownSync(folder, account.uid, account.gid)
}

/** Whether accounts other than the owner can enter the folder, through all of its parents. */
export function isReachableByOthers(folder: string): boolean {
  const passForOthers = 0o001
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if ((statSync(at).mode & passForOthers) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

export function findNobody(): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}
