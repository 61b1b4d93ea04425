import { useModal } from '../../../lib/browser/modals.ts'
import { weightIn } from '../../../lib/format/format.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import type { Performance } from '../../../portfolio/queries.ts'
import { replyDecimals, roundAmount } from '../../../portfolio/round-parts.ts'
import { Amount } from '../../../ui/display/figure.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import styles from './equation-header.module.css'

type LateInput = Performance['coverage']['missing_before'][number]

/** Says that the total is partial, or rests on stale prices or rates. */
export function QualityBadges({ performance }: { performance: Performance }) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const openCoverage = () => void open({ kind: 'data-quality', tab: 'coverage' })
  const { coverage, stale_value: stale, balance } = performance
  const staleShare = weightIn(balance.total, stale)
  // Without a total above 0 a stale value has no share, but is there.
  const isStale = staleShare === null ? (stale ?? 0) !== 0 : Math.abs(staleShare) >= 0.0005
  const staleRates = coverage.missing.filter(({ reason }) => reason === 'stale_rate')
  const [oldest] = staleRates.toSorted((a, b) => ((a.since ?? '') < (b.since ?? '') ? -1 : 1))
  return (
    <>
      {coverage.is_partial && <PartialBadge coverage={coverage} isNothingKnown={balance.total === null} />}
      {isStale && (
        <Warning
          note={text('overview_stale_note')}
          action={text('overview_stale_open')}
          onClick={openCoverage}
        >
          {staleShare === null
            ? text('overview_stale_part')
            : text('overview_stale', { share: format.percent(staleShare, { decimals: 1, sign: 'minus' }) })}
        </Warning>
      )}
      {oldest?.since && (
        <Warning
          note={text('overview_stale_rate_note', {
            date: format.date(oldest.since),
            currencies: staleRates.map(({ currency }) => currency).join(', '),
          })}
          action={text('overview_stale_open')}
          onClick={openCoverage}
        >
          {text('overview_stale_rate')}
        </Warning>
      )}
    </>
  )
}

interface PartialBadgeProps {
  coverage: Performance['coverage']
  isNothingKnown: boolean
}

/** Says what the total leaves out, and opens the list of it with the fix beside each line. */
function PartialBadge({ coverage, isNothingKnown }: PartialBadgeProps) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const { missing_count: missing, held_count: held, missing_weight: weight } = coverage
  const share = weight === null ? null : format.percent(weight, { decimals: 1, sign: 'minus' })
  const note = [
    text('overview_partial_count', { missing: format.count(missing), held: format.count(held) }),
    share === null ? text('overview_partial_unknown') : text('overview_partial_weight', { share }),
  ].join(' ')
  return (
    <Warning
      note={note}
      action={text('overview_partial_fix')}
      onClick={() => void open({ kind: 'data-quality', tab: 'coverage' })}
    >
      {text(isNothingKnown ? 'overview_missing_all' : 'overview_partial')}
    </Warning>
  )
}

/** What a missing price or rate is of. */
const inputName = ({ instrument, currency }: Pick<LateInput, 'instrument' | 'currency'>): string =>
  instrument?.name ?? currency ?? ''

/** Says that the opening value is partial, and until when what it leaves out had no price or rate. */
export function OpeningBadge({ performance: { coverage, basis } }: { performance: Performance }) {
  const text = useText()
  const format = useFormat()
  const wasMissing = ({ since }: { since: string | null }) =>
    since !== null && basis.opening_date !== null && since <= basis.opening_date
  const late = coverage.missing_before.filter(wasMissing).map(input => {
    const name = inputName(input)
    return input.until === null
      ? name
      : text('overview_missing_until', { name, date: format.date(input.until) })
  })
  const still = coverage.missing
    .filter(input => input.reason.startsWith('missing') && wasMissing(input))
    .map(inputName)
  return (
    <Warning note={text('overview_opening_partial_note', { names: [...late, ...still].join(', ') })}>
      {text('overview_partial')}
    </Warning>
  )
}

/** The part of the flows that is no payment: what had no price or rate before enters at its first value. */
export function FirstValues({ performance }: { performance: Performance }) {
  const text = useText()
  const format = useFormat()
  const { cash_flow: flow, coverage, basis } = performance
  const names = coverage.missing_before.flatMap(input =>
    input.until === null
      ? []
      : [text('overview_first_value_on', { name: inputName(input), date: format.date(input.until) })],
  )
  const note = text('overview_first_values_note', { names: names.join(', ') })
  const label = text('overview_first_values')
  return (
    <div className={styles.part}>
      <dt>
        <Tooltip text={note}>
          <button type="button" className={styles.warning} aria-label={`${label}. ${note}`}>
            {label}
          </button>
        </Tooltip>
      </dt>
      <dd>
        <Amount value={roundAmount(flow.first_values, replyDecimals(basis))} sign="minus" />
      </dd>
    </div>
  )
}

interface WarningProps {
  note: string
  /** What a click does; without it the badge only explains. */
  action?: string
  onClick?: () => void
  children: string
}

function Warning({ note, action, onClick, children }: WarningProps) {
  const label = [`${children}.`, note, action].filter(Boolean).join(' ')
  return (
    <Tooltip text={note}>
      <button type="button" className={styles.warning} aria-label={label} onClick={onClick}>
        <Tag tone="warn" icon="alert">
          <span className={styles.words}>{children}</span>
        </Tag>
      </button>
    </Tooltip>
  )
}
