import { reportUnreachable } from './online.ts'

const reloadedAtKey = 'plumbline_reloaded_at'
/** A second failure within this time is not fixed by another reload. */
const minReloadIntervalMs = 60_000

/** A chunk failed to load, usually because a new version replaced its file. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/** Marks a failed import, so that error screens know that a reload may help. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new ChunkError('A part of the page could not be loaded.', { cause })
  }
}

/**
 * Reloads the page to get the deployed version. Not twice in a row, and not while the server is unreachable,
 * since the reloaded page would be empty.
 *
 * @returns whether a reload is under way.
 */
export async function reloadOnce(nowMs: number): Promise<boolean> {
  if (nowMs - reloadedAt() < minReloadIntervalMs) return false
  try {
    await fetch('/healthz', { cache: 'no-store' })
  } catch {
    reportUnreachable()
    return false
  }
  try {
    sessionStorage.setItem(reloadedAtKey, String(nowMs))
  } catch {
    // Without storage the page could reload in a loop.
    return false
  }
  window.location.reload()
  return true
}

function reloadedAt(): number {
  try {
    return Number(sessionStorage.getItem(reloadedAtKey) ?? Number.NEGATIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
