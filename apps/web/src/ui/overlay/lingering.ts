import { useEffect, useState } from 'react'

interface Lingering<Value> {
  /** What is wanted, or what was last wanted until it has left the screen. */
  shown: Value | null
  isOpen: boolean
  onClosed: () => void
}

/** A dialog that is no longer wanted keeps its words while it leaves the screen. */
export function useLingering<Value>(wanted: Value | null): Lingering<Value> {
  const [last, setLast] = useState(wanted)
  useEffect(() => {
    if (wanted !== null) setLast(wanted)
  }, [wanted])
  return { shown: wanted ?? last, isOpen: wanted !== null, onClosed: () => setLast(null) }
}
