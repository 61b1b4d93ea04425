import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import type { Asset } from './asset-types.ts'
import styles from './manual-assets.module.css'

/** Commitment, capital calls, distributions and multiples of a private equity fund. */
export function FundFigures({ fund, currency }: { fund: NonNullable<Asset['fund']>; currency: string }) {
  const text = useText()
  const format = useFormat()
  const multiple = (value: number | null) =>
    value === null ? <Missing /> : `${format.number(value, { decimals: 2 })}×`
  return (
    <dl className={styles.fund} aria-label={`${text('assets_fund')}, ${currency}`}>
      {(['committed', 'called', 'uncalled', 'distributed'] as const).map(field => (
        <div key={field}>
          <dt>{text(`assets_fund_${field}`)}</dt>
          <dd>
            <Amount value={fund[field]} />
          </dd>
        </div>
      ))}
      {(['dpi', 'tvpi'] as const).map(field => (
        <div key={field}>
          <dt>{text(`assets_fund_${field}`)}</dt>
          <dd>{multiple(fund[field])}</dd>
        </div>
      ))}
    </dl>
  )
}
