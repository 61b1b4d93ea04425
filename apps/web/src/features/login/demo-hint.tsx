import { useText } from '../../lib/i18n/i18n.ts'
import type { AppSettings } from '../../lib/session/app-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import styles from './login.module.css'

interface DemoHintProps {
  demo: NonNullable<AppSettings['demo']>
  onChoose: (username: string, password: string) => void
}

/** The public credentials of a demo. Clicking one fills the form. */
export function DemoHint({ demo, onChoose }: DemoHintProps) {
  const text = useText()
  return (
    <div className={styles.demo}>
      <p>{text('demo_hint')}</p>
      <div className={styles.users}>
        {demo.users.map(({ username }) => (
          <Button key={username} size="small" onClick={() => onChoose(username, demo.password)}>
            {username}
          </Button>
        ))}
      </div>
    </div>
  )
}
