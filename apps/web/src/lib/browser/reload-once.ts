import { noteUnreachable } from './online.ts'

const reloadedAtKey = 'plumbline_reloaded_at'
/** A second failure within this time is not fixed by a further reload. */
const atMostEveryMs = 60_000

/** Says that a part of the web app could not be loaded: as a rule a new version has replaced its file. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/** Marks a failed import, so that whoever shows the failure knows that a reload may help. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new ChunkError('A part of the page could not be loaded.', { cause })
  }
}

/**
 * Reloads the page to get the version that the server has now. Not twice in a row, and not while the
 * server cannot be reached: then a reload would leave nothing at all.
 *
 * @returns whether a reload is under way.
 */
export async function reloadOnce(nowMs: number): Promise<boolean> {
  if (nowMs - reloadedAt() < atMostEveryMs) return false
  try {
    await fetch('/healthz', { cache: 'no-store' })
  } catch {
    noteUnreachable()
    return false
  }
  try {
    sessionStorage.setItem(reloadedAtKey, String(nowMs))
  } catch {
    // Without a memory a reload could repeat itself for ever.
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
