import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Quantity } from '../../../portfolio/cells.tsx'
import { Amount } from '../../../ui/display/figure.tsx'
import { Note } from '../../../ui/display/note.tsx'
import styles from '../transactions.module.css'
import { type ChosenSecurity, correctionQuery } from './use-security.ts'

const shown = ['nav', 'pnl_realized', 'pnl_unrealized']

/** Previews what moving the transactions changes: units of both securities, the net asset value and the P&L. */
export function SecurityEffect({ id, body }: { id: string; body: ChosenSecurity | null }) {
  const text = useText()
  const { data } = useQuery(correctionQuery(id, useDeferredValue(body)))
  if (body === null || data === undefined) return null
  const figures = data.changes.filter(({ figure }) => shown.includes(figure))
  const isUnknown = figures.some(({ figure, difference }) => figure === 'nav' && difference === null)
  return (
    <section className={styles.effect} aria-live="polite">
      <h3>{text('security_effect', { currency: data.currency })}</h3>
      <p className={styles.label}>
        {text('security_effect_count', { count: data.transactions_count })}{' '}
        {text('security_effect_in', { accounts: data.accounts.map(({ name }) => name).join(', ') })}
      </p>
      <dl className={styles.strip}>
        {data.positions.map(({ name, before, after }, place) => (
          // Both securities may have the same name.
          <div key={place === 0 ? 'from' : 'to'}>
            <dt>{text('security_units', { name })}</dt>
            <dd>
              <Quantity value={before} /> → <Quantity value={after} />
            </dd>
          </div>
        ))}
        {figures.map(({ figure, name, before, after, difference }) => (
          <div key={figure}>
            <dt>{name}</dt>
            <dd>
              <Amount value={before} /> → <Amount value={after} />
            </dd>
            <dd className={styles.difference}>
              <Amount value={difference} sign="always" isToned />
            </dd>
          </div>
        ))}
      </dl>
      {isUnknown && <Note tone="warn">{text('security_unknown')}</Note>}
      {data.sets_rule && <Note>{text('security_rule')}</Note>}
    </section>
  )
}
