import type { TextKey } from '@plumbline/contract/texts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import styles from './keyboard-modal.module.css'

const shortcuts: readonly { label: TextKey; keys: readonly string[] }[] = [
  { label: 'search', keys: ['Ctrl', 'K'] },
  { label: 'filter', keys: ['/'] },
  { label: 'shortcut_move', keys: ['↑', '↓', '←', '→'] },
  { label: 'shortcut_open', keys: ['Enter'] },
  { label: 'shortcut_select', keys: ['Space'] },
  { label: 'receipt_open', keys: ['R'] },
  { label: 'explain', keys: ['E'] },
  { label: 'details_transactions', keys: ['T'] },
  { label: 'shortcut_hide_amounts', keys: ['H'] },
  { label: 'shortcut_help', keys: ['?'] },
  { label: 'shortcut_close', keys: ['Esc'] },
]

export function KeyboardModal({ frame }: ModalProps<'keyboard'>) {
  const text = useText()
  return (
    <Dialog {...frame} title={text('keyboard')} width={400}>
      <dl>
        {shortcuts.map(({ label, keys }) => (
          <div key={label} className={styles.line}>
            <dt className={styles.label}>{text(label)}</dt>
            <dd className={styles.keys}>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
