/**
 * What this device remembers. Storage may be full, forbidden or absent (private windows, policies of a
 * company): then nothing is remembered, and nothing breaks.
 */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Not remembered: the choice holds until the page is closed.
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
    // What cannot be read cannot be forgotten either.
  }
}

/** A remembered value made of several parts, or null when there is none or it makes no sense. */
export function recallParsed(key: string): unknown {
  const stored = recall(key)
  if (stored === null) return null
  try {
    return JSON.parse(stored)
  } catch {
    return null
  }
}
