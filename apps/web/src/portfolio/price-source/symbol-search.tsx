import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { showToast } from '../../lib/browser/toasts.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import styles from './price-source.module.css'
import { SaveError } from './save-error.tsx'
import {
  enableProvider,
  type ProposedSymbol,
  type Provider,
  symbolsQuery,
  takeSymbol,
  useFix,
} from './use-price-source.ts'

interface SymbolSearchProps {
  instrument: { id: string; name: string }
  provider: Provider
  onUsed?: (symbol: string) => void
}

/** Proposes symbols of a provider and takes the prices from the chosen one. */
export function SymbolSearch({ instrument, provider, onUsed }: SymbolSearchProps) {
  const text = useText()
  const [words, setWords] = useState('')
  const [searched, setSearched] = useState('')
  const enabling = useFix(enableProvider, () => undefined)
  const symbols = useQuery({
    ...symbolsQuery(instrument.id, provider.id, searched),
    enabled: provider.is_enabled,
  })
  const search = () => setSearched(words.trim())
  if (!provider.is_enabled)
    return (
      <div className={styles.fields}>
        <Button
          size="small"
          variant="primary"
          isBusy={enabling.isPending}
          onClick={() => enabling.mutate(provider.id)}
        >
          {text('source_enable_named', { name: provider.name })}
        </Button>
        <SaveError error={enabling.error} />
      </div>
    )
  return (
    <div className={styles.search}>
      {/* Not a form: it is shown inside the form of an instrument. */}
      <div className={styles.fields}>
        <TextInput
          size="small"
          className={styles.wide}
          placeholder={text('coverage_search_words')}
          aria-label={text('coverage_symbols', { provider: provider.name })}
          value={words}
          maxLength={60}
          onChange={event => setWords(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            search()
          }}
        />
        <Button size="small" icon="search" isBusy={symbols.isFetching} onClick={search}>
          {text('coverage_find_symbol')}
        </Button>
      </div>
      {symbols.data === undefined && symbols.error === null && <SkeletonRows rows={3} />}
      <SaveError error={symbols.error} />
      {symbols.data && (
        <Proposals
          key={symbols.data.data.map(({ symbol }) => symbol).join(' ')}
          found={symbols.data.data}
          {...{ instrument, provider }}
          {...(onUsed && { onUsed })}
        />
      )}
    </div>
  )
}

interface ProposalsProps extends SymbolSearchProps {
  found: readonly ProposedSymbol[]
}

function Proposals({ found, instrument, provider, onUsed }: ProposalsProps) {
  const text = useText()
  const format = useFormat()
  const group = useId()
  const [symbol, setSymbol] = useState(found.find(({ is_usable: isUsable }) => isUsable)?.symbol ?? null)
  const using = useFix(takeSymbol, ({ data }, used) => {
    showToast(text('coverage_symbol_used', { count: data.rows_count }), 'success')
    onUsed?.(used.symbol)
  })
  if (found.length === 0)
    return <p className={styles.quiet}>{text('coverage_no_symbols', { provider: provider.name })}</p>
  return (
    <>
      <fieldset className={styles.symbols}>
        <legend className="visually-hidden">{text('coverage_symbols', { provider: provider.name })}</legend>
        {found.map(each => (
          <label key={each.symbol} className={styles.symbol}>
            <input
              type="radio"
              name={group}
              value={each.symbol}
              checked={each.symbol === symbol}
              disabled={!each.is_usable}
              onChange={() => setSymbol(each.symbol)}
            />
            <b>{each.symbol}</b>
            <span className={styles.exchange}>{each.exchange ?? each.name ?? ''}</span>
            <span className={styles.quote}>
              {each.price === null ? '–' : format.quote(each.price)} {each.currency ?? ''}
            </span>
            <span className={styles.quiet}>
              {text(each.is_usable ? `coverage_match_${each.match}` : 'coverage_other_currency')}
            </span>
          </label>
        ))}
      </fieldset>
      {symbol !== null && (
        <div className={styles.fields}>
          <Button
            size="small"
            variant="primary"
            isBusy={using.isPending}
            onClick={() => using.mutate({ instrument: instrument.id, provider: provider.id, symbol })}
          >
            {text('coverage_use_symbol', { symbol })}
          </Button>
        </div>
      )}
      <SaveError error={using.error} />
    </>
  )
}
