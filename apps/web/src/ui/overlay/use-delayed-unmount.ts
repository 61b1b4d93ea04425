import { useEffect, useState } from 'react'

interface DelayedUnmount<Value> {
  /** The wanted value, or the last one until the closing animation ends. */
  shown: Value | null
  isOpen: boolean
  onClosed: () => void
}

/** Keeps the content of a dialog during its closing animation. */
export function useDelayedUnmount<Value>(wanted: Value | null): DelayedUnmount<Value> {
  const [last, setLast] = useState(wanted)
  useEffect(() => {
    if (wanted !== null) setLast(wanted)
  }, [wanted])
  return { shown: wanted ?? last, isOpen: wanted !== null, onClosed: () => setLast(null) }
}
