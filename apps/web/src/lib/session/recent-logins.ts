import { forget, recallParsed, remember } from '../browser/storage.ts'

const recentLoginsKey = 'plumbline_recent_logins'
const maxStored = 5

/** A user name that signed in on this device, and when. No secret is stored. */
export interface RecentLogin {
  name: string
  /** ISO 8601. */
  at: string
}

/** Newest first. */
export function recentLogins(): RecentLogin[] {
  const stored = recallParsed(recentLoginsKey)
  return Array.isArray(stored) ? stored.filter(isRecentLogin).slice(0, maxStored) : []
}

export function rememberLogin(name: string, at: Date): void {
  const others = recentLogins().filter(login => login.name !== name)
  write([{ name, at: at.toISOString() }, ...others].slice(0, maxStored))
}

export function forgetLogin(name: string): void {
  write(recentLogins().filter(login => login.name !== name))
}

function write(logins: RecentLogin[]): void {
  if (logins.length === 0) forget(recentLoginsKey)
  else remember(recentLoginsKey, JSON.stringify(logins))
}

function isRecentLogin(entry: unknown): entry is RecentLogin {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'name' in entry &&
    typeof entry.name === 'string' &&
    'at' in entry &&
    typeof entry.at === 'string' &&
    !Number.isNaN(Date.parse(entry.at))
  )
}
