import { useEffect, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './progress-bar.module.css'

/** Work that is over sooner than this shows no bar. */
const throttleMs = 200
/** How long the full bar stays before it fades. */
const fadeMs = 240

type Phase = 'idle' | 'running' | 'done'

interface ProgressBarProps {
  isActive: boolean
}

/**
 * The line on top of the page while something is under way. Nobody knows how long that will be, so it moves
 * ever more slowly towards its end for five seconds and waits there.
 */
export function ProgressBar({ isActive }: ProgressBarProps) {
  const [phase, setPhase] = useState<Phase>('idle')
  useEffect(() => {
    const delayMs = isActive ? throttleMs : fadeMs
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
