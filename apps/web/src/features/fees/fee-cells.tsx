import { useCallback } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import styles from './fees.module.css'
import { type Charge, parseFeeKind } from './use-fees.ts'

/** A charge. Refunds show as gains. */
export function FeeAmount({ value }: { value: number | null }) {
  if (value === null) return <Missing />
  return (
    <span className={value < 0 ? styles.received : undefined}>
      <Amount value={value} />
    </span>
  )
}

/** A part of a charge. Zero shows as missing, as most parts are zero. */
export function FeePart({ value }: { value: number | null }) {
  return value === 0 ? <Missing /> : <FeeAmount value={value} />
}

/** Basis points with two decimals. */
export function Bps({ value }: { value: number | null }) {
  const format = useFormat()
  if (value === null) return <Missing />
  return <span className={styles.number}>{format.number(value, { decimals: 2 })}</span>
}

const tones = { fees: 'plain', fees_cash: 'outline', trailer_fees: 'gain' } as const

export function KindTag({ charge }: { charge: Charge }) {
  const text = useText()
  const kind = parseFeeKind(charge.transaction_type)
  if (kind === null) return null
  return <Tag tone={tones[kind]}>{text(`fees_kind_${kind}`)}</Tag>
}

/** Describes a charge by its note, its instrument or its kind. */
export function useDescribeCharge(): (charge: Charge) => string {
  const text = useText()
  return useCallback(
    ({ note, name, transaction_type: type }) => {
      const kind = parseFeeKind(type)
      const words = note ?? (kind === null ? '' : text(`transaction_type_${kind}`))
      if (name === null) return words
      return note === null ? name : `${name} · ${words}`
    },
    [text],
  )
}
