import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../../filter/use-filter.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { Money, PnlAmount } from '../../../portfolio/cells.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { healthQuery } from '../use-data-quality.ts'
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

function BreakRow({ gap: { places, statement, value } }: { gap: Gap }) {
  const text = useText()
  const format = useFormat()
  const { change } = useModal()
  const isDemo = useHasRole('demo')
  const [account] = places
  if (!account || statement === null) return null
  return (
    <FixRow name={account.name} note={text('coverage_statement_of', { date: format.date(statement.date) })}>
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

/** Securities without a sector or country, which only groups need. */
export function UnclassifiedSection() {
  const text = useText()
  const { body } = useFilter()
  const { change } = useModal()
  const health = useQuery(healthQuery(body, { limit: 500, kind: 'unclassified' }))
  const open = health.data?.data.filter(({ decision }) => decision === null) ?? []
  if (open.length === 0) return null
  const [first] = open
  return (
    <CoverageSection
      icon="layers"
      title={text('coverage_unclassified')}
      tag={text('coverage_securities', { count: open.length })}
      note={text('coverage_unclassified_note')}
    >
      <FixRow name={first?.name} note={open.length > 1 ? `+ ${open.length - 1}` : ''}>
        <Button size="small" onClick={() => void change({ tab: 'health', type: 'unclassified' })}>
          {text('coverage_show')}
        </Button>
      </FixRow>
    </CoverageSection>
  )
}
