import { useModal } from '../lib/browser/modals.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { Icon } from '../ui/display/icon.tsx'
import styles from './master-link.module.css'

interface MasterLinkProps {
  /** Null for what has no master record: cash and manual assets. */
  instrument: string | null
  name: string | null
}

/** Opens the master record of the security in a row. With a mouse it shows in the row that is pointed at. */
export function MasterLink({ instrument, name }: MasterLinkProps) {
  const text = useText()
  const { open } = useModal()
  if (instrument === null) return null
  const label = text('master_open_named', { name: name ?? '' })
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={label}
      title={label}
      onClick={event => {
        event.stopPropagation()
        void open({ kind: 'instrument', id: instrument })
      }}
      // Enter opens the row otherwise.
      onKeyDown={event => event.stopPropagation()}
    >
      <Icon name="list" size={14} />
    </button>
  )
}
