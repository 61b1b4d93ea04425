import { useModal } from '../../../lib/browser/modals.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { Money } from '../../../portfolio/cells.tsx'
import { Button } from '../../../ui/display/button.tsx'
import styles from './coverage.module.css'
import { CoverageSection } from './coverage-section.tsx'
import { FixRow } from './fix-row.tsx'
import type { Gap } from './use-coverage.ts'

/** Cash statements with trades that the ledger does not have, or has with another amount. */
export function UnmatchedCashSection({ gaps }: { gaps: readonly Gap[] }) {
  const text = useText()
  return (
    <CoverageSection
      icon="calculator"
      title={text('coverage_cash')}
      tag={text('coverage_accounts', { count: new Set(gaps.map(({ places }) => places[0]?.id)).size })}
      note={text('coverage_cash_note')}
    >
      {gaps.map(gap => (
        <UnmatchedRow key={`${gap.places[0]?.id} ${gap.currency}`} gap={gap} />
      ))}
    </CoverageSection>
  )
}

function UnmatchedRow({ gap }: { gap: Gap }) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const { places, effect, since, amount, currency, balances_count: count } = gap
  const [account] = places
  if (!account) return null
  return (
    <FixRow
      effect={effect}
      name={account.name}
      note={text('coverage_cash_rows', { count, date: since === null ? '' : format.date(since) })}
    >
      <div className={styles.fields}>
        <span className={styles.words}>
          {text('coverage_difference')} <Money value={amount} /> {currency}
        </span>
        {!isDemo && (
          <Button size="small" onClick={() => void open({ kind: 'import' })}>
            {text('coverage_cash_import')}
          </Button>
        )}
      </div>
    </FixRow>
  )
}
