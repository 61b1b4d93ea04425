import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { firstSteps, useManualAccounts, useNeedsFamily } from '../../portfolio/first-steps.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './first-steps.module.css'
import { type FirstStepState, useFirstSteps } from './use-first-steps.ts'

/** One card per step. The first open step is highlighted; the order is free. */
export function FirstStepCards({ onHide }: { onHide: () => void }) {
  const text = useText()
  const { steps } = useFirstSteps(false)
  const done = steps.filter(step => step.done !== null).length
  const next = steps.find(step => step.done === null)?.key
  return (
    <section aria-label={text('first_steps')}>
      <div className={styles.head}>
        <p>{text('first_steps_note')}</p>
        <span className={styles.progress}>
          {text('first_steps_done', { done, count: steps.length })}
          <span className={styles.track} aria-hidden="true">
            {steps.map((step, index) => (
              <span key={step.key} className={index < done ? styles.filled : undefined} />
            ))}
          </span>
          <Button variant="quiet" size="small" onClick={onHide}>
            {text('first_steps_hide')}
          </Button>
        </span>
      </div>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <StepView key={step.key} step={step} number={index + 1} isNext={step.key === next} />
        ))}
      </ol>
    </section>
  )
}

function StepView({ step, number, isNext }: { step: FirstStepState; number: number; isNext: boolean }) {
  const text = useText()
  const titleId = useId()
  return (
    <li
      className={classNames(styles.step, isNext && styles.next)}
      aria-labelledby={titleId}
      aria-current={isNext ? 'step' : undefined}
    >
      <div className={styles.marks}>
        <span className={classNames(styles.number, step.done !== null && styles.done)}>
          {step.done === null ? (
            number
          ) : (
            <>
              <Icon name="check" size={14} />
              <span className="visually-hidden">{text('first_step_finished')}</span>
            </>
          )}
        </span>
        <Icon name={step.icon} />
      </div>
      <h2 id={titleId} className={styles.title}>
        {text(step.title)}
      </h2>
      <p className={styles.note}>{text(step.note)}</p>
      <StepAction step={step} isNext={isNext} />
    </li>
  )
}

export function StepAction({ step, isNext }: { step: FirstStepState; isNext: boolean }) {
  const text = useText()
  const { open } = useModal()
  const navigate = useNavigate()
  const isStaff = useHasRole(['admin', 'adviser'])
  const isAdmin = useHasRole('admin')
  const hasAccount = useManualAccounts().length > 0
  const needsFamily = useNeedsFamily()
  if (step.done !== null) {
    return (
      <div className={styles.result}>
        <span>{step.done}</span>
        {step.key === 'account' && (
          <Button variant="quiet" size="small" onClick={() => void open({ kind: 'new-account' })}>
            {text('first_account_another')}
          </Button>
        )}
      </div>
    )
  }
  if (step.key === 'feed') {
    // Staff of the family connects feeds.
    if (!isStaff) return null
    return (
      <Button
        icon="plug"
        className={styles.action}
        disabled={needsFamily}
        onClick={() => void navigate({ to: '/sources' })}
      >
        {text('first_feed_action')}
      </Button>
    )
  }
  if (step.key === 'custodian') {
    // Only administrators can add an account with a custodian.
    if (!isAdmin) return null
    return (
      <Button
        icon="plus"
        className={styles.action}
        disabled={needsFamily}
        onClick={() => void open({ kind: 'new-account' })}
      >
        {text('first_custodian_admin')}
      </Button>
    )
  }
  const { icon, modal, label } = firstSteps[step.key]
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      icon={icon}
      className={styles.action}
      // Accounts and imports need a family; assets and transactions need an account. An import opens its accounts.
      disabled={needsFamily ? step.key !== 'family' : step.key === 'asset' && !hasAccount}
      onClick={() => void open(modal)}
    >
      {text(label)}
    </Button>
  )
}
