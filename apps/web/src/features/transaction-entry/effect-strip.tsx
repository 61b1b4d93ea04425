import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { replyDecimals, roundAmount, roundWithRest } from '../../portfolio/round-parts.ts'
import { Amount } from '../../ui/display/figure.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Note } from '../../ui/display/note.tsx'
import styles from './transactions.module.css'
import { type Effect, effectQuery } from './use-transactions.ts'

type PreviewBody = Parameters<typeof effectQuery>[0]

const headline = ['nav', 'cash', 'position_cost', 'pnl_unrealized', 'pnl_realized', 'net_cashflow']

/** Previews the effect of a change of the ledger, with the equation that its figures satisfy. */
export function EffectStrip({ body }: { body: PreviewBody }) {
  const text = useText()
  const format = useFormat()
  const { data } = useQuery(effectQuery(useDeferredValue(body)))
  if (body === null || data === undefined) return null
  const equation = roundEquation(data)
  const signed = (amount: number) => format.amount(amount, { sign: 'always', currency: data.currency })
  const shown = headline
    .flatMap(figure => data.changes.find(change => change.figure === figure) ?? [])
    .filter(({ figure, difference }) => figure === 'nav' || Math.abs(difference ?? 0) >= 0.005)
  return (
    <section className={styles.effect} aria-live="polite">
      <h3>{text('entry_effect', { currency: data.currency })}</h3>
      <dl className={styles.strip}>
        {shown.map(({ figure, name, currency, after, difference }) => (
          <div key={figure}>
            <dt>{currency === data.currency ? name : `${name}, ${currency}`}</dt>
            <dd>
              <Amount value={after} unit={currency ?? undefined} />
            </dd>
            <dd className={styles.difference}>
              <Amount value={difference} unit={currency ?? undefined} sign="always" isToned />
            </dd>
          </div>
        ))}
      </dl>
      {equation === null ? (
        <Note tone="warn">{text('entry_effect_unknown')}</Note>
      ) : (
        <p className={styles.equation} data-amount="">
          <Icon name="check" size={12} />
          {text('entry_effect_equation', {
            nav: signed(equation.nav),
            flow: signed(equation.flow),
            pnl: signed(equation.pnl),
          })}
        </p>
      )}
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

/** Change of NAV = net cash flow + P&L, which takes the rest of the rounding; null where a price or rate is missing. */
function roundEquation(effect: Effect): { nav: number; flow: number; pnl: number } | null {
  const changeIn = (figure: string) =>
    effect.changes.find(change => change.figure === figure)?.difference ?? null
  const [nav, netCashflow, total] = [changeIn('nav'), changeIn('net_cashflow'), changeIn('pnl_total')]
  if (nav === null || netCashflow === null || total === null) return null
  const decimals = replyDecimals(effect)
  const [flow = null, pnl = null] = roundWithRest([netCashflow, total], nav, decimals)
  const shownNav = roundAmount(nav, decimals)
  return flow === null || pnl === null || shownNav === null ? null : { nav: shownNav, flow, pnl }
}
