import { saveFile } from '../../../lib/api/save-file.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../../lib/session/user-settings.ts'
import { Button } from '../../../ui/display/button.tsx'
import { CopyButton } from '../../../ui/display/copyable.tsx'
import styles from './two-factor.module.css'

/** The backup codes, shown once, to copy or download. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const text = useText()
  const { user } = useUserSettings()
  const lines = codes.join('\n')
  function download(): void {
    const content = `${text('backup_codes_file', { name: user })}\n\n${lines}\n`
    saveFile(new Blob([content], { type: 'text/plain' }), 'plumbline-backup-codes.txt')
  }
  return (
    <>
      <p className={styles.words}>{text('backup_codes_note')}</p>
      <ol className={styles.codes} aria-label={text('backup_codes')}>
        {codes.map((code, index) => (
          <li key={code}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <code className={styles.backup}>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.take}>
        <CopyButton value={lines} />
        <Button size="small" icon="download" onClick={download}>
          {text('download')}
        </Button>
      </div>
    </>
  )
}
