/**
 * Reads and writes local storage. It may be full, forbidden or absent (private windows, company policies):
 * then nothing is stored and nothing fails.
 */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Not stored: the choice lasts until the page is closed.
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage that cannot be accessed holds nothing to remove.
  }
}

/** A stored JSON value, or null when it is absent or invalid. */
export function recallParsed(key: string): unknown {
  const stored = recall(key)
  if (stored === null) return null
  try {
    return JSON.parse(stored)
  } catch {
    return null
  }
}
