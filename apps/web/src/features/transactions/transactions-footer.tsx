import { usePeriodLabels } from '../../filter/period/period-labels.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { SignedAmount } from './signed-amount.tsx'
import { addCosts } from './transaction-sums.ts'
import styles from './transactions.module.css'
import type { TransactionsPage } from './use-transactions.ts'

interface FooterProps {
  total: TransactionsPage['total']
  currency: string
}

/** The sums of the whole list, not only of the page: gross, fees and taxes add up to net. */
export function TransactionSums({ total, currency }: FooterProps) {
  const text = useText()
  const { decimals } = useFormat()
  const labels = usePeriodLabels()
  const { filter } = useFilter()
  const { calculated_amount: net, calculated_fees: fees, calculated_taxes: taxes } = total
  const cost = (value: number | null) =>
    value === null || value === 0 ? <Missing /> : <Amount value={-value} sign="always" />
  return (
    <span className={styles.sums}>
      <span className={styles.period}>{labels.title(filter.period)}</span>
      <span>
        {text('transactions_gross')}{' '}
        <SignedAmount value={addCosts({ net, fees, taxes }, decimals)} isStrong />
      </span>
      <span>
        {text('transactions_fees')} <b className={styles.strong}>{cost(fees)}</b>
      </span>
      <span>
        {text('transactions_taxes')} <b className={styles.strong}>{cost(taxes)}</b>
      </span>
      <span>
        {text('transactions_net')} <SignedAmount value={net} isStrong /> {currency}
      </span>
    </span>
  )
}
