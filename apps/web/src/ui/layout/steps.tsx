import { classNames } from '../class-names.ts'
import styles from './steps.module.css'

/** The progress through several numbered steps. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classNames(styles.step, index <= current && styles.done)}
          aria-current={index === current ? 'step' : undefined}
        >
          {index + 1}. {step}
        </li>
      ))}
    </ol>
  )
}
