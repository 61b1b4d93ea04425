import { useText } from '../../../lib/i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { useRefreshCredentials } from '../use-credentials.ts'
import { SetupActions } from './setup-actions.tsx'
import { SetupSteps } from './setup-steps.tsx'
import styles from './two-factor.module.css'
import { useTwoFactorSetup } from './use-two-factor-setup.ts'

/** Replaces every screen while two-factor is required but not set up. */
export function SetupPage() {
  const text = useText()
  const setup = useTwoFactorSetup()
  const refresh = useRefreshCredentials()
  usePageTitle(text('two_factor'))
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <h1 className={styles.heading}>{text('two_factor')}</h1>
        <SetupSteps setup={setup} isRequired />
        <div className={styles.actions}>
          <SetupActions setup={setup} onDone={refresh} />
        </div>
      </Card>
    </div>
  )
}
