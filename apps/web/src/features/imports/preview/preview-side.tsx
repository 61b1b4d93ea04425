import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Money } from '../../../portfolio/cells.tsx'
import { Amount } from '../../../ui/display/figure.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../imports.module.css'
import { effectQuery, type ImportBatch, type ImportFile } from '../use-imports.ts'
import side from './preview-side.module.css'

const allStates = ['new', 'changed', 'duplicate', 'problem'] as const
/** Shown also where every file has none. */
const usualStates: ReadonlySet<(typeof allStates)[number]> = new Set(['new', 'problem'])

interface PreviewSideProps {
  batch: ImportBatch
  /** Shows a PDF beside its rows. */
  onDocument: (fileId: string) => void
}

/** The rows of each file by state, and whether the cash balances match those in the files. */
export function PreviewSide({ batch, onDocument }: PreviewSideProps) {
  const text = useText()
  const format = useFormat()
  const states = allStates.filter(
    state => usualStates.has(state) || batch.files.some(({ counts }) => counts[state] > 0),
  )
  return (
    <aside className={styles.side}>
      <section className={styles.panel}>
        <table className={side.counts}>
          <caption>{text('imports_by_file')}</caption>
          <thead>
            <tr>
              <th scope="col">{text('imports_file')}</th>
              {states.map(state => (
                <th key={state} scope="col" title={text(`imports_state_${state}`)}>
                  {text(`imports_short_${state}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {batch.files
              .filter(({ state }) => state !== 'unreadable')
              .map(({ id, name, counts, pages_count: pages }) => (
                <tr key={id}>
                  <th scope="row" title={name}>
                    {pages > 0 ? (
                      <button
                        type="button"
                        className={styles.link}
                        aria-label={text('imports_show_document', { name })}
                        onClick={() => onDocument(id)}
                      >
                        {name.replace(/\.\w+$/, '')}
                      </button>
                    ) : (
                      name.replace(/\.\w+$/, '')
                    )}
                  </th>
                  {states.map(state => (
                    <td key={state}>{counts[state] === 0 ? '–' : format.count(counts[state])}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
        {batch.files.map(
          ({ id, name, source_rows: rows }) =>
            rows && <SourceRows key={id} rows={rows} name={batch.files.length > 1 ? name : null} />,
        )}
      </section>
      <WillBeNew batch={batch} />
      <NavEffect batch={batch} />
      <CashEffect cash={batch.cash} />
      <Notices files={batch.files} />
      {batch.balances.length > 0 && (
        <section className={styles.panel}>
          <h3>{text('imports_cash_after')}</h3>
          {batch.balances.map(balance => (
            <Balance key={`${balance.account} ${balance.currency}`} balance={balance} />
          ))}
        </section>
      )}
    </aside>
  )
}

/** Accounts and instruments that applying creates. */
function WillBeNew({ batch }: { batch: ImportBatch }) {
  const text = useText()
  const { new_accounts: accounts, new_instruments: instruments } = batch
  if (accounts.length + instruments.length === 0) return null
  return (
    <section className={styles.panel}>
      <h3>{text('imports_will_be_new')}</h3>
      <ul className={side.created}>
        {accounts.map(({ name, currency, custodian }) => (
          <li key={name}>
            <b>{name}</b>
            <span>
              {custodian === null
                ? `${text('imports_new_account_row')}, ${currency}`
                : text('imports_new_account_at', { custodian, currency })}
            </span>
          </li>
        ))}
        {instruments.map(({ name, isin, symbol, currency }) => (
          <li key={`${name} ${isin ?? ''} ${symbol ?? ''} ${currency ?? ''}`}>
            <b title={name}>{name}</b>
            <span>{[isin ?? (symbol === name ? null : symbol), currency].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Every row of a file has an outcome; together they are the rows of the file. */
function SourceRows({ name, rows }: { name: string | null; rows: NonNullable<ImportFile['source_rows']> }) {
  const text = useText()
  const format = useFormat()
  const parts = (['drafts', 'problems', 'skipped', 'holdings', 'cancellations'] as const).filter(
    part => rows[part] > 0,
  )
  return (
    <p className={side.sourceRows}>
      {name !== null && <b>{name}</b>}
      {text('imports_source_rows', { count: rows.total })}
      {parts.length > 0 && ': '}
      {parts.map(part => text(`imports_rows_${part}`, { count: format.count(rows[part]) })).join(' + ')}
    </p>
  )
}

/** Net asset value of the family before and after the rows are posted. */
function NavEffect({ batch: { id, status, counts } }: { batch: ImportBatch }) {
  const text = useText()
  const isOpen = status !== 'applied' && status !== 'applying'
  const { data } = useQuery({ ...effectQuery(id), enabled: isOpen && counts.new + counts.changed > 0 })
  if (!data || !isOpen) return null
  return (
    <section className={styles.panel}>
      <h3>{text('imports_nav_effect')}</h3>
      <ul className={side.created}>
        <li>
          <b>
            <Money value={data.nav_before} /> → <Money value={data.nav_after} /> {data.currency}
          </b>
          {data.flags.some(({ code }) => code === 'partial') && <span>{text('imports_nav_partial')}</span>}
        </li>
      </ul>
    </section>
  )
}

/** Cash of the accounts before and after the rows are posted. */
function CashEffect({ cash }: { cash: ImportBatch['cash'] }) {
  const text = useText()
  if (cash.length === 0) return null
  return (
    <section className={styles.panel}>
      <h3>{text('imports_cash_effect')}</h3>
      <ul className={side.created}>
        {cash.map(({ account, currency, before, after }) => (
          <li key={`${account} ${currency}`}>
            <b title={account}>{account}</b>
            <span>
              <Money value={before} /> → <Money value={after} /> {currency}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What does not agree within the files, and the rows that are not posted. */
function Notices({ files }: { files: readonly ImportFile[] }) {
  const text = useText()
  const format = useFormat()
  const warned = files.filter(({ warnings }) => warnings.length > 0)
  const skipping = files.filter(file => file.skipped_count > 0)
  const skipped = skipping.reduce((sum, file) => sum + file.skipped_count, 0)
  const listed = skipping.reduce((sum, file) => sum + file.skipped.length, 0)
  return (
    <>
      {warned.length > 0 && (
        <section className={styles.panel}>
          <h3>{text('imports_warnings')}</h3>
          {warned.map(({ id, name, warnings }) => (
            <NoticeList key={id} name={name} notices={warnings} />
          ))}
        </section>
      )}
      {skipped > 0 && (
        <details className={styles.panel}>
          <summary>{text('imports_skipped', { count: skipped })}</summary>
          {skipping.map(file => (
            <NoticeList key={file.id} name={file.name} notices={file.skipped} />
          ))}
          {listed < skipped && <p>{text('imports_skipped_first', { count: format.count(listed) })}</p>}
        </details>
      )}
    </>
  )
}

function NoticeList({ name, notices }: { name: string; notices: ImportFile['warnings'] }) {
  const text = useText()
  return (
    <div className={side.notices}>
      <b title={name}>{name}</b>
      <ul>
        {notices.map(({ page, line, message }) => (
          <li key={`${page} ${line} ${message}`}>
            <span>
              {page === null
                ? text('imports_at_line', { line: String(line) })
                : text('imports_at_page', { page, line })}
            </span>{' '}
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Balance({ balance }: { balance: ImportBatch['balances'][number] }) {
  const text = useText()
  const { account, currency, draft_balance: given, file_balance: said, difference } = balance
  return (
    <dl className={styles.balance}>
      <div className={side.of}>
        <dt>{account}</dt>
        <dd>{currency}</dd>
      </div>
      <div>
        <dt>{text('imports_drafts_give')}</dt>
        <dd>
          <Money value={given} />
        </dd>
      </div>
      {said !== null && (
        <div>
          <dt>{text('imports_file_says')}</dt>
          <dd>
            <Money value={said} />
          </dd>
        </div>
      )}
      <div className={side.verdict}>
        <dt>
          {said === null ? (
            text('imports_no_balance')
          ) : difference === null ? (
            text('imports_rate_missing')
          ) : difference === 0 ? (
            <>
              <Icon name="check" size={12} className={styles.good} /> {text('imports_equals')}
            </>
          ) : (
            text('imports_missing')
          )}
        </dt>
        {difference !== null && difference !== 0 && (
          <dd>
            <Amount value={difference} decimals={2} sign="always" />
          </dd>
        )}
      </div>
    </dl>
  )
}
