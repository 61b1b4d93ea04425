import { classNames } from '../class-names.ts'
import styles from './steps.module.css'

/** Where one is on a way of several steps: bars with numbered words under them. */
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
