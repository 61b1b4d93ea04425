import { useState } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { forgetLogin, recentLogins } from '../../lib/session/recent-logins.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './recent-sign-ins.module.css'

interface RecentSignInsProps {
  onChoose: (name: string) => void
}

/** Usernames that signed in on this device, to choose or remove. */
export function RecentSignIns({ onChoose }: RecentSignInsProps) {
  const text = useText()
  const format = useFormat()
  const [logins, setLogins] = useState(recentLogins)
  if (logins.length === 0) return null
  return (
    <Card className={styles.card}>
      <h2 className={styles.heading}>{text('recent_sign_ins')}</h2>
      <ul>
        {logins.map(({ name, at }) => (
          <li key={name} className={styles.login}>
            <button type="button" className={styles.choose} onClick={() => onChoose(name)}>
              <Avatar name={name} />
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
                <span className={styles.time}>{format.ago(new Date(at))}</span>
              </span>
            </button>
            <button
              type="button"
              className={styles.forget}
              aria-label={text('forget_sign_in', { name })}
              title={text('forget_sign_in', { name })}
              onClick={() => {
                forgetLogin(name)
                setLogins(recentLogins())
              }}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
