import { type Format, useFormat } from '../../lib/format/use-format.ts'
import { textIfAny, useText } from '../../lib/i18n/i18n.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import styles from './transactions.module.css'
import type { Version } from './use-transactions.ts'

/** Every version, newest first: author, time, reason and the fields that changed. */
export function HistoryList({ versions }: { versions: readonly Version[] }) {
  const text = useText()
  const format = useFormat()
  return (
    <aside className={styles.history}>
      <h3>
        {text('entry_history')}{' '}
        <span>
          {text(versions.length === 1 ? 'entry_versions_one' : 'entry_versions_other', {
            count: format.count(versions.length),
          })}
        </span>
      </h3>
      <ol>
        {versions.map((version, index) => (
          <li key={version.revision}>
            <Avatar name={version.made_by?.name ?? '·'} />
            <div>
              <p>
                <b>{text(versionLabel(version, versions[index + 1]))}</b>{' '}
                <State version={version} isNewest={index === 0} />
              </p>
              <p className={styles.quiet}>
                {version.made_by?.name ?? text('entry_by_integration')},{' '}
                {format.moment(new Date(version.made_at))}
              </p>
              <dl>
                {version.changes.map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{textIfAny(`entry_field_${field}`) ?? field}</dt>
                    <dd data-amount="">
                      {before !== null && <s>{formatValue(field, before, format)}</s>}{' '}
                      {after === null ? '–' : formatValue(field, after, format)}
                    </dd>
                  </div>
                ))}
                {version.reason !== null && (
                  <div>
                    <dt>{text('entry_why')}</dt>
                    <dd>{version.reason}</dd>
                  </div>
                )}
              </dl>
            </div>
          </li>
        ))}
      </ol>
      <Note>{text('entry_history_note')}</Note>
    </aside>
  )
}

const words: ReadonlySet<string> = new Set(['instrument', 'currency', 'counter_currency', 'note'])

/** Formats the former value of a field for reading. */
function formatValue(field: string, value: string, format: Format): string {
  if (field === 'transaction_type') return textIfAny(`transaction_type_${value}`) ?? value
  if (field === 'date' || field === 'settle_date') return format.date(value)
  return words.has(field) ? value : format.quantity(Number(value))
}

function State({ version, isNewest }: { version: Version; isNewest: boolean }) {
  const text = useText()
  if (!isNewest) return <Tag>{text('entry_superseded')}</Tag>
  return version.status === 'void' ? (
    <Tag tone="loss">{text('entry_void_state')}</Tag>
  ) : (
    <Tag tone="gain">{text('entry_in_force')}</Tag>
  )
}

/** The label of a version. One without changes either voids the transaction or restores it. */
function versionLabel(version: Version, before: Version | undefined) {
  if (before === undefined) return 'entry_made'
  if (version.status === 'void') return 'transaction_voided'
  return version.changes.length === 0 ? 'transaction_restored' : 'transaction_corrected'
}
