import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Note } from '../../../ui/display/note.tsx'
import styles from '../imports.module.css'
import type { ArchiveContents, NotRestored } from './use-archive-file.ts'

/** Preview of a restore: the accounts, instruments, prices and rates it writes, and what it leaves out. */
export function ArchivePlan({ contents }: { contents: ArchiveContents }) {
  const text = useText()
  const format = useFormat()
  const { prices, rates, custodians } = contents
  const range = ({ count, start_date: from, end_date: to }: ArchiveContents['prices']) =>
    from === null || to === null
      ? format.count(count)
      : text('archive_range', { count: format.count(count), from: format.date(from), to: format.date(to) })
  return (
    <>
      <section aria-label={text('archive_accounts')}>
        <h3>{text('archive_accounts')}</h3>
        <dl className={styles.balance}>
          {contents.accounts.map((account, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes.
            <div key={place}>
              <dt>{`${account.name} · ${account.currency}`}</dt>
              <dd className={styles.end}>
                {text('archive_transactions_in', { count: account.transactions_count })}
              </dd>
            </div>
          ))}
        </dl>
        {custodians.length > 0 && (
          <p className={styles.quiet}>{text('archive_new_custodians', { names: custodians.join(', ') })}</p>
        )}
      </section>
      <section aria-label={text('archive_market')}>
        <h3>{text('archive_market')}</h3>
        <Instruments contents={contents} outcome="shared" count={contents.shared_instruments_count} />
        <Instruments contents={contents} outcome="private" count={contents.private_instruments_count} />
        <Instruments contents={contents} outcome="existing" count={contents.existing_instruments_count} />
        <dl className={styles.balance}>
          <div>
            <dt>{text('archive_prices_written')}</dt>
            <dd className={styles.end}>{range(prices)}</dd>
          </div>
          <div>
            <dt>
              {rates.currencies.length === 0
                ? text('archive_rates_written')
                : `${text('archive_rates_written')} (${rates.currencies.join(', ')})`}
            </dt>
            <dd className={styles.end}>{range(rates)}</dd>
          </div>
        </dl>
        {contents.as_of !== null && (
          <Note tone="warn">{text('archive_sets_as_of', { date: format.date(contents.as_of) })}</Note>
        )}
      </section>
      <LeftOutMarket rows={contents.not_restored} />
    </>
  )
}

interface InstrumentsProps {
  contents: ArchiveContents
  outcome: ArchiveContents['instruments'][number]['outcome']
  count: number
}

function Instruments({ contents, outcome, count }: InstrumentsProps) {
  const text = useText()
  if (count === 0) return null
  const listed = contents.instruments.filter(each => each.outcome === outcome)
  return (
    <details>
      <summary>{text(`archive_instruments_${outcome}`, { count })}</summary>
      <ul className={styles.quiet}>
        {listed.map(({ name, isin, currency }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes.
          <li key={place}>{[name, isin, currency].filter(Boolean).join(' · ')}</li>
        ))}
        {listed.length < count && <li>{text('archive_more', { count: count - listed.length })}</li>}
      </ul>
    </details>
  )
}

/** The market data that is not restored, with reasons. */
export function LeftOutMarket({ rows }: { rows: readonly NotRestored[] }) {
  const text = useText()
  const format = useFormat()
  if (rows.length === 0) return null
  return (
    <section aria-label={text('archive_not_restored')}>
      <h3>{text('archive_not_restored')}</h3>
      <ul className={styles.quiet}>
        {rows.map(({ kind, reason, count, names }) => (
          <li key={`${kind} ${reason}`}>
            {text('archive_not_restored_row', {
              what: text(`archive_kind_${kind}`),
              count: format.count(count),
              names: names.join(', '),
              reason: text(`archive_reason_${reason}`),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
