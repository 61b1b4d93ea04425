import { useEffect, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './progress-bar.module.css'

/** Shorter work shows no bar. */
const showDelayMs = 200
/** How long the full bar stays before it fades. */
const fadeMs = 240

type Phase = 'idle' | 'running' | 'done'

interface ProgressBarProps {
  isActive: boolean
}

/**
 * The progress bar at the top of the page. The duration is unknown, so it slows down towards the end for five
 * seconds and waits there.
 */
export function ProgressBar({ isActive }: ProgressBarProps) {
  const [phase, setPhase] = useState<Phase>('idle')
  useEffect(() => {
    const delayMs = isActive ? showDelayMs : fadeMs
    if (!isActive) setPhase(current => (current === 'running' ? 'done' : current))
    const waiting = setTimeout(() => setPhase(isActive ? 'running' : 'idle'), delayMs)
    return () => clearTimeout(waiting)
  }, [isActive])
  if (phase === 'idle') return null
  return (
    <div className={styles.bar} aria-hidden="true">
      <div className={classNames(styles.line, phase === 'done' && styles.done)} />
    </div>
  )
}
