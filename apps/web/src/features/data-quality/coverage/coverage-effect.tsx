import { useText } from '../../../lib/i18n/i18n.ts'
import { Money } from '../../../portfolio/cells.tsx'
import { Note } from '../../../ui/display/note.tsx'
import styles from './coverage.module.css'
import { CoverageSteps } from './coverage-steps.tsx'
import type { Coverage } from './use-coverage.ts'

/** Further lines are in the sections themselves. */
const maxLines = 6

/** What the fixes will add, and the rule by which prices rank. */
export function CoverageEffect({ coverage }: { coverage: Coverage }) {
  const text = useText()
  const { data, extra, basis } = coverage
  const missing = data.filter(({ reason }) => reason === 'missing_rate' || reason === 'missing_price')
  return (
    <aside className={styles.aside}>
      <CoverageSteps coverage={coverage} />
      {missing.length > 0 && (
        <section className={styles.card} aria-label={text('coverage_effect')}>
          <header className={styles.head}>
            <h3 className={styles.title}>{text('coverage_effect')}</h3>
            <span className={styles.note}>{basis.currency}</span>
          </header>
          <dl className={styles.effect}>
            <div>
              <dt>{text('coverage_so_far')}</dt>
              <dd>
                <Money value={extra.value} />
              </dd>
            </div>
            {missing.slice(0, maxLines).map(gap => (
              <div key={gap.currency ?? gap.instrument?.id}>
                <dt>
                  {gap.instrument?.name ??
                    text(
                      gap.currency === basis.currency ? 'coverage_effect_others' : 'coverage_effect_rate',
                      {
                        count: gap.positions_count + gap.balances_count,
                        currency: gap.currency ?? '',
                      },
                    )}
                </dt>
                <dd className={styles.quiet}>
                  {text(gap.instrument === null ? 'coverage_once_rate' : 'coverage_once_price')}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Note>{text('coverage_note')}</Note>
      <Note>{text('coverage_rank')}</Note>
    </aside>
  )
}
