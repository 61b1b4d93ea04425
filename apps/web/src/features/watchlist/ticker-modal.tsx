import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type UseFieldArrayReturn, type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { useFamilyId } from '../../filter/family/use-family.ts'
import { useEditedVersion } from '../../lib/api/edited-version.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import type { NumberLocale } from '../../lib/format/format.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog, type DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { TargetRow } from './target-row.tsx'
import type { TickerValues } from './ticker-values.ts'
import {
  saveTicker,
  type Ticker,
  tickersQuery,
  useRemoveTicker,
  useWatchlistChanged,
  type WatchedTicker,
  watchedQuery,
} from './use-watchlist.ts'
import styles from './watchlist.module.css'

/** Adds a ticker, or edits its targets and note. */
export function TickerModal({ modal, frame }: ModalProps<'ticker'>) {
  const text = useText()
  const family = useFamilyId()
  const query = useQuery({ ...watchedQuery(modal.id ?? '', family), enabled: modal.id !== undefined })
  if (modal.id === undefined) return <TickerForm frame={frame} watched={null} onRefetch={query.refetch} />
  if (query.data?.id === modal.id)
    return <TickerForm frame={frame} watched={query.data} onRefetch={query.refetch} />
  return (
    <Dialog {...frame} title={text('watchlist_ticker')}>
      <QuerySection query={query} skeleton={<SkeletonRows rows={5} />}>
        {() => <SkeletonRows rows={5} />}
      </QuerySection>
    </Dialog>
  )
}

const newTarget: TickerValues['targets'][number] = {
  targetId: null,
  direction: 'above',
  price: '',
  note: '',
  notify: true,
}

interface TickerFormProps {
  frame: DialogFrame
  watched: WatchedTicker | null
  onRefetch: () => Promise<unknown>
}

function TickerForm({ frame, watched, onRefetch }: TickerFormProps) {
  const text = useText()
  const locale = useNumberLocale()
  const changed = useWatchlistChanged()
  const remove = useRemoveTicker()
  const [found, setFound] = useState<Ticker | null>(watched?.ticker ?? null)
  const form = useForm<TickerValues>({ defaultValues: toFormValues(watched, locale), mode: 'onTouched' })
  const { register, formState, setValue, setError, clearErrors } = form
  const edited = useEditedVersion(form, watched, row => toFormValues(row, locale), onRefetch)
  const targets = useFieldArray({ control: form.control, name: 'targets' })
  const saving = useFormCall(form, {
    send: values => saveTicker(watched?.id, toRequestBody(values, locale), edited.version),
    reload: edited.reload,
    fields: ['ticker', 'note', ...targets.fields.map((_, index) => `targets.${index}.price` as const)],
    wireNames: Object.fromEntries(
      targets.fields.map((_, index) => [`targets.${index}.price`, `price_targets.${index}.price`]),
    ),
    onSuccess: () => {
      changed()
      showToast(text('watchlist_saved'), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={watched ? text('watchlist_edit_named', { name: watched.ticker.name }) : text('watchlist_add')}
      submitLabel={text('save')}
      isBusy={saving.isBusy}
      error={saving.error}
      onReload={saving.onReload}
      isEdited={formState.isDirty}
      onSubmit={event => {
        if (!watched && form.getValues('ticker') === '') {
          event.preventDefault()
          setError('ticker', { type: 'needed', message: 'watchlist_ticker_missing' })
          return
        }
        void saving.submit(event)
      }}
      footerStart={
        watched && (
          <Button
            variant="quiet"
            icon="trash"
            isBusy={remove.isPending}
            onClick={() => remove.mutate(watched, { onSuccess: frame.onClose })}
          >
            {text('watchlist_remove')}
          </Button>
        )
      }
    >
      {watched ? (
        <Field label={text('watchlist_ticker')}>
          <TextInput readOnly value={tickerLabel(watched.ticker)} />
        </Field>
      ) : (
        <Field label={text('watchlist_ticker')} error={fieldErrorText(formState.errors.ticker, text)}>
          <TickerSearch
            found={found}
            onFound={ticker => {
              setFound(ticker)
              setValue('ticker', ticker?.id ?? '', { shouldDirty: true })
              clearErrors('ticker')
            }}
          />
        </Field>
      )}
      <TargetFields form={form} targets={targets} watched={watched} currency={found?.currency ?? ''} />
      <Field label={text('watchlist_note')} error={fieldErrorText(formState.errors.note, text)}>
        <TextArea rows={2} maxLength={5000} {...register('note')} />
      </Field>
    </FormDialog>
  )
}

interface TargetFieldsProps {
  form: UseFormReturn<TickerValues>
  targets: UseFieldArrayReturn<TickerValues, 'targets'>
  watched: WatchedTicker | null
  currency: string
}

function TargetFields({ form, targets, watched, currency }: TargetFieldsProps) {
  const text = useText()
  const format = useFormat()
  return (
    <fieldset className={styles.targets}>
      <legend>
        {text('watchlist_targets')}
        {watched?.price != null && (
          <span className={styles.quiet}>
            {text('watchlist_now')} <b>{format.quote(watched.price)}</b> {watched.ticker.currency}
          </span>
        )}
      </legend>
      {targets.fields.map((field, index) => (
        <TargetRow
          key={field.id}
          form={form}
          index={index}
          price={watched?.price ?? null}
          currency={currency}
          onRemove={() => targets.remove(index)}
        />
      ))}
      <Button variant="quiet" size="small" icon="plus" onClick={() => targets.append(newTarget)}>
        {text('watchlist_target_add')}
      </Button>
    </fieldset>
  )
}

function TickerSearch({
  found,
  onFound,
}: {
  found: Ticker | null
  onFound: (ticker: Ticker | null) => void
}) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const query = useQuery(tickersQuery(useDeferredValue(typed.trim())))
  const tickers = query.data?.data ?? []
  const known = found && !tickers.some(({ id }) => id === found.id) ? [found, ...tickers] : tickers
  return (
    <Combobox
      options={known.map(ticker => ({
        value: ticker.id,
        label: ticker.name,
        note: [ticker.symbol, ticker.long_name, ticker.exchange, ticker.currency].filter(Boolean).join(' · '),
      }))}
      value={found?.id ?? null}
      onChange={id => onFound(known.find(ticker => ticker.id === id) ?? null)}
      onSearch={setTyped}
      isSearching={query.isFetching}
      placeholder={text('watchlist_find_ticker')}
    />
  )
}

function tickerLabel({ name, long_name, exchange, currency }: Ticker): string {
  return [name, long_name, exchange, currency].filter(Boolean).join(' · ')
}

function toFormValues(watched: WatchedTicker | null, locale: NumberLocale): TickerValues {
  return {
    ticker: watched?.ticker.id ?? '',
    note: watched?.note ?? '',
    targets: (watched?.price_targets ?? []).map(target => ({
      targetId: target.id,
      direction: target.direction,
      price: typedNumber(target.price, locale),
      note: target.note ?? '',
      notify: target.notify,
    })),
  }
}

function toRequestBody(values: TickerValues, locale: NumberLocale) {
  return {
    ticker: values.ticker,
    note: values.note.trim() || null,
    price_targets: values.targets.map(({ targetId, direction, price, note, notify }) => ({
      id: targetId,
      direction,
      price: parseNumber(price, locale) ?? 0,
      note: note.trim() || null,
      notify,
    })),
  }
}
