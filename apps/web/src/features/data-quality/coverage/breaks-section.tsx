import { useModal } from '../../../lib/browser/modals.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { Money, PnlAmount } from '../../../portfolio/cells.tsx'
import { Button } from '../../../ui/display/button.tsx'
import styles from './coverage.module.css'
import { CoverageSection } from './coverage-section.tsx'
import { FixRow } from './fix-row.tsx'
import type { Gap } from './use-coverage.ts'

/** Accounts whose latest statement differs from the ledger, with both values. */
export function BreaksSection({ gaps }: { gaps: readonly Gap[] }) {
  const text = useText()
  return (
    <CoverageSection
      icon="calculator"
      title={text('coverage_breaks')}
      tag={text('coverage_accounts', { count: gaps.length })}
      note={text('coverage_breaks_note')}
    >
      {gaps.map(gap => (
        <BreakRow key={gap.places[0]?.id} gap={gap} />
      ))}
    </CoverageSection>
  )
}

function BreakRow({ gap: { places, statement, value, effect } }: { gap: Gap }) {
  const text = useText()
  const format = useFormat()
  const { change } = useModal()
  const isDemo = useHasRole('demo')
  const [account] = places
  if (!account || statement === null) return null
  return (
    <FixRow
      effect={effect}
      name={account.name}
      note={text('coverage_statement_of', { date: format.date(statement.date) })}
    >
      <div className={styles.fields}>
        <span className={styles.words}>
          {text('coverage_statement')} <Money value={statement.value} />
        </span>
        <span className={styles.words}>
          {text('reconciliation_ledger')} <Money value={statement.ledger_value} />
        </span>
        <span className={styles.words}>
          {text('coverage_difference')} <PnlAmount value={value} />
        </span>
        {!isDemo && (
          <Button
            size="small"
            onClick={() => void change({ tab: 'reconciliation', account: account.id, date: statement.date })}
          >
            {text('coverage_compare')}
          </Button>
        )}
      </div>
    </FixRow>
  )
}
