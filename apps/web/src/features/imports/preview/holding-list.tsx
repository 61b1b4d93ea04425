import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import styles from '../imports.module.css'
import type { ImportFile } from '../use-imports.ts'
import list from './holding-list.module.css'

/** What a file says that the account holds. It is compared with the account, not posted. */
export function HoldingList({ file }: { file: ImportFile }) {
  const text = useText()
  const format = useFormat()
  const [first] = file.holdings
  if (!first) return null
  const date = first.date === null ? '' : format.date(first.date)
  return (
    <table className={list.holdings}>
      <caption>
        <b>{text('imports_held_title', { date })}</b> <span className={styles.quiet}>{file.name}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{text('imports_position')}</th>
          <th scope="col">{text('imports_quantity')}</th>
          <th scope="col">{text('imports_price')}</th>
        </tr>
      </thead>
      <tbody>
        {file.holdings.map(({ line, name, isin, quantity, price, currency, is_percent: isPercent }) => (
          <tr key={line}>
            <th scope="row">
              {name} {isin !== null && isin !== name && <small className={styles.quiet}>{isin}</small>}
            </th>
            <td data-amount="">{format.quantity(quantity)}</td>
            <td>
              {price === null ? '–' : format.price(price)} {price !== null && (isPercent ? '%' : currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
