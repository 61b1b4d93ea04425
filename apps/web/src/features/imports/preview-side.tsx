import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money } from '../../portfolio/cells.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './imports.module.css'
import type { ImportBatch } from './use-imports.ts'

const states = ['new', 'changed', 'duplicate', 'problem'] as const

/** The rows of each file by state, and whether the cash balances match those in the files. */
export function PreviewSide({ batch }: { batch: ImportBatch }) {
  const text = useText()
  const format = useFormat()
  return (
    <aside className={styles.side}>
      <section className={styles.panel}>
        <table className={styles.counts}>
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
              .map(({ id, name, counts }) => (
                <tr key={id}>
                  <th scope="row" title={name}>
                    {name.replace(/\.\w+$/, '')}
                  </th>
                  {states.map(state => (
                    <td key={state}>{counts[state] === 0 ? '–' : format.count(counts[state])}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </section>
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

function Balance({ balance }: { balance: ImportBatch['balances'][number] }) {
  const text = useText()
  const { account, currency, draft_balance: given, file_balance: said, difference } = balance
  return (
    <dl className={styles.balance}>
      <div className={styles.of}>
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
      <div className={styles.verdict}>
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
