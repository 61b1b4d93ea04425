import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../../filter/use-filter.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { PnlAmount } from '../../../portfolio/cells.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { accountsQuery, healthQuery } from '../use-data-quality.ts'
import styles from './coverage.module.css'
import { CoverageSection } from './coverage-section.tsx'
import { FixRow } from './fix-row.tsx'

/** Accounts whose latest statement differs from the ledger. */
export function BreaksSection() {
  const text = useText()
  const format = useFormat()
  const { body } = useFilter()
  const { change } = useModal()
  const isDemo = useHasRole('demo')
  const accounts = useQuery(accountsQuery(body))
  const differing = accounts.data?.data.filter(({ breaks_count: count }) => count > 0) ?? []
  if (differing.length === 0) return null
  return (
    <CoverageSection
      icon="calculator"
      title={text('coverage_breaks')}
      tag={text('coverage_accounts', { count: differing.length })}
    >
      {differing.map(({ account, statement_date: date, break_value: value }) => (
        <FixRow
          key={account.id}
          name={account.name}
          note={date === null ? '' : text('coverage_statement_of', { date: format.date(date) })}
        >
          <div className={styles.fields}>
            <span>
              {text('coverage_difference')} <PnlAmount value={value} />
            </span>
            {!isDemo && (
              <Button
                size="small"
                variant="quiet"
                onClick={() => void change({ tab: 'reconciliation', account: account.id })}
              >
                {text('coverage_compare')}
              </Button>
            )}
          </div>
        </FixRow>
      ))}
    </CoverageSection>
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
