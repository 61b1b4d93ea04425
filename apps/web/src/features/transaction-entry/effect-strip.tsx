import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Amount } from '../../ui/display/figure.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Note } from '../../ui/display/note.tsx'
import styles from './transactions.module.css'
import { effectQuery } from './use-transactions.ts'

type PreviewBody = Parameters<typeof effectQuery>[0]

const headline = ['nav', 'cash', 'position_cost', 'pnl_unrealized', 'pnl_realized', 'net_cashflow']

/** Previews the effect of a change of the ledger, with the equation that its figures satisfy. */
export function EffectStrip({ body }: { body: PreviewBody }) {
  const text = useText()
  const format = useFormat()
  const { data } = useQuery(effectQuery(useDeferredValue(body)))
  if (body === null || data === undefined) return null
  const changeIn = (figure: string) => data.changes.find(change => change.figure === figure)?.difference ?? 0
  const signed = (figure: string) => format.amount(changeIn(figure), { sign: 'always' })
  const shown = headline
    .flatMap(figure => data.changes.find(change => change.figure === figure) ?? [])
    .filter(({ figure, difference }) => figure === 'nav' || Math.abs(difference ?? 0) >= 0.005)
  return (
    <section className={styles.effect} aria-live="polite">
      <h3>{text('entry_effect', { currency: data.currency })}</h3>
      <dl className={styles.strip}>
        {shown.map(({ figure, name, after, difference }) => (
          <div key={figure}>
            <dt>{name}</dt>
            <dd>
              <Amount value={after} />
            </dd>
            <dd className={styles.difference}>
              <Amount value={difference} sign="always" isToned />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.equation} data-amount="">
        <Icon name="check" size={12} />
        {text('entry_effect_equation', {
          nav: signed('nav'),
          flow: signed('net_cashflow'),
          pnl: signed('pnl_total'),
        })}
      </p>
      {data.warnings.map(({ message }) => (
        <Note key={message} tone="warn">
          {message}
        </Note>
      ))}
      {data.similar.map(similar => (
        <Note key={similar.id} tone="warn">
          {text('entry_similar', {
            name: similar.name ?? text(`transaction_type_${similar.transaction_type}`),
            date: format.date(similar.date),
          })}
        </Note>
      ))}
    </section>
  )
}
