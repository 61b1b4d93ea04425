import { useState } from 'react'
import { useModal } from '../../../lib/browser/modals.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { SaveError } from '../../../portfolio/price-source/save-error.tsx'
import { SymbolSearch } from '../../../portfolio/price-source/symbol-search.tsx'
import {
  choosePriceProvider,
  type Provider,
  useFix,
} from '../../../portfolio/price-source/use-price-source.ts'
import { Button } from '../../../ui/display/button.tsx'
import styles from './coverage.module.css'
import { FixRow } from './fix-row.tsx'
import { TypedValue, useTypedValue } from './typed-value.tsx'
import { replacePrice, useSavedFix } from './undo-fix.ts'
import type { Gap } from './use-coverage.ts'

interface PriceRowProps {
  gap: Gap
  date: string
  /** Providers of prices that the installation may use; none for callers who may not choose one. */
  providers: readonly Provider[]
  onUpload: (security: { id: string; name: string }) => void
}

/** A security without a current price, or an asset without a value. */
export function PriceRow({ gap, date, providers, onUpload }: PriceRowProps) {
  const text = useText()
  const { open } = useModal()
  const note = useHolding(gap)
  const isStaff = useHasRole(['admin', 'adviser'])
  const [isSearching, setIsSearching] = useState(false)
  const { instrument } = gap
  if (instrument === null) return null
  const provider = choosePriceProvider(gap.instrument_type, providers)
  return (
    <FixRow
      name={
        gap.is_asset ? (
          instrument.name
        ) : (
          <button
            type="button"
            className={styles.open}
            onClick={() => void open({ kind: 'instrument', id: instrument.id })}
          >
            {instrument.name}
          </button>
        )
      }
      note={note}
      effect={gap.effect}
    >
      {!gap.may_fix ? (
        <span className={styles.quiet}>{text('coverage_ask_admin')}</span>
      ) : gap.is_asset ? (
        <Button
          size="small"
          onClick={() => void open({ kind: 'assets', id: instrument.id, tab: 'valuations' })}
        >
          {text('coverage_enter_value')}
        </Button>
      ) : (
        <>
          <div className={styles.fields}>
            <PriceForm gap={gap} date={date} instrument={instrument} />
            {provider && (
              <Button size="small" variant="quiet" onClick={() => setIsSearching(!isSearching)}>
                {text('coverage_find_symbol')}
              </Button>
            )}
            {isStaff && (
              <Button size="small" variant="quiet" onClick={() => onUpload(instrument)}>
                {text('coverage_upload_prices')}
              </Button>
            )}
          </div>
          {isSearching && provider && <SymbolSearch instrument={instrument} provider={provider} />}
        </>
      )}
    </FixRow>
  )
}

/** How much is held and where, and the price in use. */
function useHolding(gap: Gap): string {
  const text = useText()
  const format = useFormat()
  const { quantity, unit, places, price, since, reason } = gap
  const parts = [
    quantity === null ? null : format.quantity(quantity),
    places.map(({ name }) => name).join(', '),
    price === null ? null : `${format.price(price)} ${unit ?? ''}`,
    reason === 'stale_price' && since !== null
      ? text('coverage_last_of', { date: format.date(since) })
      : null,
  ]
  return parts.filter(Boolean).join(' · ')
}

interface PriceFormProps {
  gap: Gap
  date: string
  instrument: { id: string; name: string }
}

function PriceForm({ gap, date: asOf, instrument: { id, name } }: PriceFormProps) {
  const text = useText()
  const format = useFormat()
  const input = useTypedValue(asOf)
  const showSavedFix = useSavedFix()
  const saving = useFix(replacePrice, undo => {
    input.setTyped('')
    showSavedFix(text('coverage_price_saved'), undo)
  })
  const price = input.value
  const { quantity, contract_size: size, unit } = gap
  // A minor unit such as GBp is no currency of an amount.
  const worth =
    price !== null && quantity !== null && size !== null && unit !== null && /^([A-Z]{3}|%)$/.test(unit)
      ? quantity * size * price
      : null
  return (
    <form
      noValidate
      className={styles.fields}
      onSubmit={event => {
        event.preventDefault()
        if (input.check(price !== null && Number.isFinite(price) && price !== 0) && price !== null)
          saving.mutate({ id, date: input.date, price })
      }}
    >
      <TypedValue
        input={input}
        name={name}
        label={text('coverage_price_of', { name })}
        after={<span className={styles.words}>{text('coverage_on', { currency: unit ?? '' })}</span>}
        isBusy={saving.isPending}
      />
      {worth !== null && Number.isFinite(worth) && (
        <span className={styles.quiet}>
          {text('coverage_adds', {
            amount: `${format.amount(worth, { decimals: 2 })} ${unit === '%' ? '' : unit}`.trim(),
          })}
        </span>
      )}
      {input.isInvalid && <p className={styles.error}>{text('number_invalid')}</p>}
      <SaveError error={saving.error} />
    </form>
  )
}
