import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import { appSettingsQuery } from '../../lib/session/app-settings.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { FirstStepButtons, NoFamilyState, useAwaitsFamily } from '../../portfolio/first-steps.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import type { IconName } from '../../ui/display/icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { FirstStepCards } from './first-step-cards.tsx'
import styles from './first-steps.module.css'
import screen from './overview-screen.module.css'
import { useHiddenSteps } from './use-first-steps.ts'

/** The overview of a family without transactions: the first steps, and a preview of the charts. */
export function FirstSteps({ equation }: { equation: ReactNode }) {
  const text = useText()
  const isDemo = useHasRole('demo')
  const [isHidden, hide] = useHiddenSteps()
  if (useAwaitsFamily())
    return (
      <Card>
        <NoFamilyState />
      </Card>
    )
  if (isHidden || isDemo) {
    return (
      <Card>
        <EmptyState
          icon="home"
          title={text('overview_empty')}
          actions={
            !isDemo && (
              <>
                <FirstStepButtons steps={['asset']} />
                <Button onClick={() => hide(false)}>{text('first_steps_show')}</Button>
              </>
            )
          }
        >
          {text('overview_empty_note')}
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <FirstStepCards onHide={() => hide(true)} />
      <div className={screen.grid}>
        <div className={screen.whole}>{equation}</div>
        <ChartPlaceholder />
        <GoodToKnow />
      </div>
    </>
  )
}

/** A placeholder of the profit and loss chart. Hidden from screen readers, as it shows no figure. */
function ChartPlaceholder() {
  const text = useText()
  const { open } = useModal()
  const { data: app } = useQuery(appSettingsQuery(useLanguage()))
  const demoUser = app?.demo?.users.find(({ role }) => role === 'demo')?.username
  return (
    <Card className={screen.wide} title={text('overview_pnl_short')} note={text('first_chart_note')}>
      <div className={styles.chart}>
        <svg viewBox="0 0 900 250" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.grid} d="M0 50H900M0 112.500H900M0 175H900" />
          <path className={styles.axis} d="M0 237.500H900" />
          <path
            className={styles.line}
            d="M0 205 90 195 180 175 252 185 360 140 450 150 558 105 648 115 756 70 900 50"
          />
        </svg>
        {demoUser !== undefined && (
          <p className={styles.demo}>
            {text('first_demo')}{' '}
            <button type="button" onClick={() => void open({ kind: 'sign-out' })}>
              {text('first_demo_open', { user: demoUser })}
            </button>
          </p>
        )}
      </div>
    </Card>
  )
}

const facts = [
  { icon: 'calculator', words: 'first_know_receipt' },
  { icon: 'undo', words: 'first_know_undo' },
  { icon: 'eye-off', words: 'first_know_privacy' },
  { icon: 'user', words: 'first_know_language' },
  { icon: 'moon', words: 'first_know_theme' },
  { icon: 'search', words: 'first_know_search' },
] as const satisfies readonly { icon: IconName; words: string }[]

function GoodToKnow() {
  const text = useText()
  return (
    <Card className={screen.narrow} title={text('first_know')}>
      <ul className={styles.facts}>
        {facts.map(({ icon, words }) => (
          <li key={words}>
            <Icon name={icon} />
            {text(words)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
