import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { StepAction } from './first-step-cards.tsx'
import styles from './first-steps.module.css'
import { useFirstSteps, useHiddenSteps } from './use-first-steps.ts'

/** What is left of the first steps once there are transactions. Shown until each is done, or the user hides them. */
export function OpenFirstSteps() {
  const [isHidden, setIsHidden] = useHiddenSteps()
  return isHidden ? null : <OpenSteps onHide={() => setIsHidden(true)} />
}

function OpenSteps({ onHide }: { onHide: () => void }) {
  const text = useText()
  const { steps: all, isLoading } = useFirstSteps(true)
  const steps = all.filter(({ isOwn }) => isOwn)
  const open = steps.filter(({ done }) => done === null)
  if (isLoading || open.length === 0) return null
  return (
    <section className={styles.open} aria-label={text('first_steps')}>
      <b>{text('first_steps')}</b>
      <span className={styles.quiet}>
        {text('first_steps_done', { done: steps.length - open.length, count: steps.length })}
      </span>
      {open.map(step => (
        <StepAction key={step.key} step={step} isNext={false} />
      ))}
      <Button variant="quiet" size="small" onClick={onHide}>
        {text('first_steps_hide')}
      </Button>
    </section>
  )
}
