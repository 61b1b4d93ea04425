import type { TextKey } from '@plumbline/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { connectedFeedsQuery } from '../../portfolio/accounts/connected-feeds.ts'
import {
  type FirstStep,
  firstSteps,
  useManualAccounts,
  useNeedsFamily,
} from '../../portfolio/first-steps.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import type { IconName } from '../../ui/display/icons.tsx'
import styles from './first-steps.module.css'

interface StepCard {
  key: FirstStep | 'custodian' | 'feed'
  icon: IconName
  title: TextKey
  note: TextKey
  /** What exists already. Null while the step is open. */
  done: string | null
}

/** One card per step. The first open step is highlighted; the order is free. */
export function FirstStepCards({ onHide }: { onHide: () => void }) {
  const text = useText()
  const steps = useSteps()
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

function useSteps(): StepCard[] {
  const { lists } = useSettingsData()
  const { filter } = useFilter()
  const isAdmin = useHasRole('admin')
  const [family] = lists.families
  const [first] = useManualAccounts()
  const custody = (lists.accounts ?? []).find(
    account => !account.is_manual && (typeof filter.family !== 'string' || account.family === filter.family),
  )
  const named = (account: { name: string; currency: string } | undefined) =>
    account === undefined ? null : `${account.name}, ${account.currency}`
  const ofAdmins: StepCard = {
    key: 'family',
    icon: 'users',
    title: 'first_family',
    note: 'first_family_note',
    done: family?.name ?? null,
  }
  return [
    ...(isAdmin ? [ofAdmins] : []),
    {
      key: 'account',
      icon: 'home',
      title: 'first_account',
      note: 'first_account_note',
      done: named(first),
    },
    // Never done here: a family with a transaction does not see these steps.
    { key: 'import', icon: 'up', title: 'first_import', note: 'first_import_note', done: null },
    { key: 'asset', icon: 'layers', title: 'first_asset', note: 'first_asset_note', done: null },
    {
      key: 'custodian',
      icon: 'plug',
      title: 'first_custodian',
      note: isAdmin ? 'first_custodian_admin_note' : 'first_custodian_note',
      done: named(custody),
    },
    {
      key: 'feed',
      icon: 'down',
      title: 'first_feed',
      note: 'first_feed_note',
      done: useRealFeed(filter.family ?? undefined),
    },
  ]
}

/** Name of a feed that has delivered. The invented ones of the demo do not count. */
function useRealFeed(family: string | undefined): string | null {
  const { data } = useQuery(connectedFeedsQuery(family))
  return data?.data.find(({ kind, last_delivery: last }) => kind !== 'demo' && last !== null)?.name ?? null
}

function StepView({ step, number, isNext }: { step: StepCard; number: number; isNext: boolean }) {
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

function StepAction({ step, isNext }: { step: StepCard; isNext: boolean }) {
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
