import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money } from '../../portfolio/cells.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import styles from './income.module.css'
import type { Income } from './use-income.ts'

/** Expected and received income, and how sure the expected part is. */
export function IncomeHeader({ income }: { income: Income }) {
  const { total, basis } = income
  const text = useText()
  const format = useFormat()
  const percent = (value: number) => format.percent(value, { decimals: 1, sign: 'minus' })
  const certain = addKnown(total.declared, total.contractual)
  return (
    <section className={styles.header} aria-label={text('income_title')}>
      <Figure
        name={text('income_expected')}
        period={text('income_next_12')}
        note={
          total.yield !== null &&
          text('income_of_nav', { share: format.percent(total.yield, { decimals: 2, sign: 'minus' }) })
        }
      >
        <Amount value={total.expected} isLarge currency={basis.currency} />
      </Figure>
      <Figure
        name={text('income_received')}
        period={text('income_last_12')}
        note={
          <>
            {text('income_change')} <Money value={total.change} sign="always" />
          </>
        }
      >
        <Amount value={total.received} isLarge />
      </Figure>
      <Figure
        name={text('income_certain')}
        note={
          certain !== null &&
          total.expected !== null &&
          total.expected > 0 &&
          text('income_of_expected', { share: percent(certain / total.expected) })
        }
      >
        <Amount value={certain} isLarge />
      </Figure>
      <Figure name={text('income_estimated')} note={text('income_estimated_note')}>
        <Amount value={total.estimated} isLarge />
      </Figure>
    </section>
  )
}

/** The sum of two amounts in whole cents: both are exact. Null where one is not known. */
function addKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.round((a + b) * 1000) / 1000
}

interface FigureProps {
  name: string
  period?: string
  note: ReactNode
  children: ReactNode
}

function Figure({ name, period, note, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <div className={styles.figureName}>
        {name} {period && <Tag tone="outline">{period}</Tag>}
      </div>
      <div className={styles.value}>{children}</div>
      <div className={styles.figureNote}>{note}</div>
    </div>
  )
}
