import type { TextKey } from '@plumbline/contract/texts'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import type { IconName } from '../../ui/display/icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './sources.module.css'

interface NoSourcesProps {
  hasInbox: boolean
  /** Absent for users who may not connect feeds. */
  onConnect?: ((kind: 'folder' | 'flex') => void) | undefined
}

/** Nothing is connected: the ways in which data can come. */
export function NoSources({ hasInbox, onConnect }: NoSourcesProps) {
  const text = useText()
  const { open } = useModal()
  const isAdmin = useHasRole('admin')
  const isDemo = useHasRole('demo')
  return (
    <>
      <div className={styles.empty}>
        <Icon name="plug" size={28} />
        <h2>{text('feeds_empty')}</h2>
        <p>{text(onConnect ? 'feeds_empty_note' : 'feeds_empty_client')}</p>
      </div>
      <div className={styles.ways}>
        {onConnect && (
          <>
            <Way name="flex" icon="plug" isPrimary onChoose={() => onConnect('flex')} />
            <Way
              name="folder"
              icon="down"
              {...(hasInbox
                ? { onChoose: () => onConnect('folder') }
                : { why: 'feeds_way_folder_off' as const })}
            />
          </>
        )}
        {isAdmin && (
          <Way name="market" icon="list" onChoose={() => void open({ kind: 'admin', tab: 'integrations' })} />
        )}
        {!isDemo && <Way name="import" icon="up" onChoose={() => void open({ kind: 'import' })} />}
      </div>
      {onConnect && (
        <p className={styles.secrets}>
          <Icon name="shield" size={14} />
          {text('feeds_tokens_kept')}
        </p>
      )}
    </>
  )
}

interface WayProps {
  name: 'flex' | 'folder' | 'market' | 'import'
  icon: IconName
  isPrimary?: boolean
  onChoose?: () => void
  /** Why it cannot be chosen. */
  why?: TextKey
}

function Way({ name, icon, isPrimary = false, onChoose, why }: WayProps) {
  const text = useText()
  return (
    <Card>
      <div className={styles.way}>
        <Icon name={icon} />
        <h3>{text(`feeds_way_${name}`)}</h3>
        <p>{text(why ?? `feeds_way_${name}_note`)}</p>
        <span className={styles.when}>{text(`feeds_way_${name}_when`)}</span>
        <Button
          variant={isPrimary ? 'primary' : 'secondary'}
          disabled={onChoose === undefined}
          onClick={() => onChoose?.()}
        >
          {text(`feeds_way_${name}_action`)}
        </Button>
      </div>
    </Card>
  )
}
