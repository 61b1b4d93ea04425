import { recallParsed, remember } from '../../lib/browser/storage.ts'

/** What is shown of a position without asking the server. */
export interface RecentPosition {
  id: string
  name: string
  symbol: string | null
  type: string
}

type Recent = { key: string; position?: RecentPosition }

const maxRecent = 5
const storageKey = (user: string) => `plumbline.recent.${user}`

/** What the user opened last from the search, newest first. Stored per user, on this device. */
export function recallRecent(user: string): readonly Recent[] {
  const stored = recallParsed(storageKey(user))
  if (!Array.isArray(stored)) return []
  return stored.filter(isRecent).slice(0, maxRecent)
}

export function rememberRecent(user: string, recent: Recent): void {
  const others = recallRecent(user).filter(({ key }) => key !== recent.key)
  remember(storageKey(user), JSON.stringify([recent, ...others].slice(0, maxRecent)))
}

function isRecent(entry: unknown): entry is Recent {
  if (typeof entry !== 'object' || entry === null || !('key' in entry) || typeof entry.key !== 'string')
    return false
  if (!('position' in entry)) return true
  const { position } = entry
  return (
    typeof position === 'object' &&
    position !== null &&
    'id' in position &&
    typeof position.id === 'string' &&
    'name' in position &&
    typeof position.name === 'string'
  )
}
