import type { DraftValue } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Money, Quantity } from '../../../portfolio/cells.tsx'
import { Missing } from '../../../ui/display/figure.tsx'
import { typeLabel } from '../mapping/column-mapping.ts'
import { DraftActions, type DraftRowActions } from '../preview/draft-row.tsx'
import type { Draft } from '../use-imports.ts'
import styles from './document.module.css'

const shownValues: readonly DraftValue[] = [
  'transaction_type',
  'date',
  'security',
  'quantity',
  'price',
  'gross',
  'fx_rate',
  'fees',
  'taxes',
  'net',
]

/** Lines of a page, such as those a value was read from. */
export interface Spot {
  page: number
  lines: readonly number[]
}

interface DocumentRowProps extends DraftRowActions {
  draft: Draft
  isOpen: boolean
  isBusy: boolean
  spot: Spot | null
  onToggle: () => void
  onSpot: (spot: Spot) => void
}

/** A row of a PDF: its transaction in a line, and its values with their places when open. */
export function DocumentRow({ draft, isOpen, isBusy, spot, onToggle, onSpot, ...actions }: DocumentRowProps) {
  const text = useText()
  const format = useFormat()
  const kind = draft.transaction_type === null ? null : typeLabel(draft.transaction_type, text, draft.side)
  const label = [kind, draft.name ?? draft.isin ?? draft.note].filter(Boolean).join(', ')
  return (
    <li className={styles.row} aria-busy={isBusy || undefined}>
      <button type="button" className={styles.summary} aria-expanded={isOpen} onClick={onToggle}>
        <span className={styles.day}>{draft.date === null ? <Missing /> : format.date(draft.date)}</span>
        <b>{label === '' ? text(`imports_state_${draft.state}`) : label}</b>
        {draft.net === null ? (
          <Missing />
        ) : (
          <span>
            <Money value={draft.net} /> <small className={styles.quiet}>{draft.currency}</small>
          </span>
        )}
      </button>
      {isOpen && (
        <div className={styles.details}>
          <DraftValues draft={draft} spot={spot} onSpot={onSpot} />
          {draft.message !== null && <p className={styles.message}>{draft.message}</p>}
          <div className={styles.actions}>
            <DraftActions draft={draft} isBusy={isBusy} {...actions} />
          </div>
        </div>
      )}
    </li>
  )
}

function DraftValues({ draft, spot, onSpot }: Pick<DocumentRowProps, 'draft' | 'spot' | 'onSpot'>) {
  const text = useText()
  const shown = useShownValues(draft)
  return (
    <dl className={styles.list}>
      {shownValues.flatMap(value => {
        const content = shown[value]
        const places = draft.places.filter(place => place.value === value)
        if (content === null && places.length === 0) return []
        return [
          <div key={value} className={styles.value}>
            <dt>{text(`imports_value_${value}`)}</dt>
            <dd>{content ?? <Missing />}</dd>
            <dd className={styles.places}>
              {places.map(({ page, line }) => (
                <button
                  key={`${page} ${line}`}
                  type="button"
                  aria-label={`${text(`imports_value_${value}`)}: ${text('imports_at_page', { page, line })}`}
                  aria-pressed={spot?.page === page && spot.lines.includes(line)}
                  onClick={() => onSpot({ page, lines: [line] })}
                >
                  {text('imports_at_page_short', { page, line })}
                </button>
              ))}
            </dd>
          </div>,
        ]
      })}
    </dl>
  )
}

/** The values as the transaction has them; null where it has none. */
function useShownValues(draft: Draft): Record<DraftValue, ReactNode | null> {
  const text = useText()
  const format = useFormat()
  const money = (value: number | null) => (value === null || value === 0 ? null : <Money value={value} />)
  return {
    transaction_type:
      draft.transaction_type === null ? null : typeLabel(draft.transaction_type, text, draft.side),
    date: draft.date === null ? null : format.date(draft.date),
    security: [draft.name, draft.isin].filter(Boolean).join(' · ') || null,
    quantity: draft.quantity === null ? null : <Quantity value={draft.quantity} />,
    price: draft.price === null ? null : format.price(draft.price),
    gross: money(draft.amount),
    fx_rate: null,
    fees: money(draft.fees),
    taxes: money(draft.taxes),
    net: money(draft.net),
  }
}
