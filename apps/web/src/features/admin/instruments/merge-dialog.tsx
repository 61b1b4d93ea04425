import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wasDeclined } from '../../../lib/api/api-error.ts'
import { showUndo } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Combobox } from '../../../ui/form/combobox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import styles from './master.module.css'
import { type Instrument, instrumentsQuery, mergeInstruments, splitInstrument } from './use-instruments.ts'

interface MergeDialogProps {
  instrument: Instrument
  onClose: () => void
  /** The instrument that was kept. */
  onMerged: (id: string) => void
}

/** Merges an instrument with a duplicate of it; the person chooses which one stays. */
export function MergeDialog({ instrument, onClose, onMerged }: MergeDialogProps) {
  const text = useText()
  const queryClient = useQueryClient()
  const [otherId, setOtherId] = useState<string | null>(null)
  const [keptId, setKeptId] = useState(instrument.id)
  // Listings in another currency are instruments of their own.
  const { data } = useQuery(instrumentsQuery({ limit: 1000 }))
  const others = (data?.data ?? []).filter(
    ({ id, currency }) => id !== instrument.id && currency === instrument.currency,
  )
  const other = others.find(({ id }) => id === otherId)
  const changed = () => queryClient.invalidateQueries()
  const undo = useMutation({ mutationFn: splitInstrument, onSettled: changed })
  const merging = useMutation({
    mutationFn: mergeInstruments,
    meta: { quiet: true },
    onSuccess: (kept, { merged }) => {
      const name = (merged === instrument.id ? instrument : other)?.name ?? ''
      showUndo(text('master_merged', { name }), () => undo.mutate(merged))
      onMerged(kept.id)
    },
    onSettled: changed,
  })
  const describe = ({ name, isin, family }: Instrument) =>
    [name, isin, family?.name].filter(Boolean).join(' · ')
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={text('master_merge_title', { name: instrument.name })}
      submitLabel={text('master_merge_do')}
      isBusy={merging.isPending}
      isDisabled={!other}
      isEdited={otherId !== null}
      error={wasDeclined(merging.error) ? null : merging.error}
      onSubmit={() =>
        other && merging.mutate({ kept: keptId, merged: keptId === instrument.id ? other.id : instrument.id })
      }
    >
      <Field label={text('master_merge_find')}>
        <Combobox
          options={others.map(row => ({
            value: row.id,
            label: row.name,
            note: [row.isin ?? row.symbol, row.family?.name].filter(Boolean).join(' · '),
          }))}
          value={otherId}
          onChange={id => {
            setOtherId(id)
            const found = others.find(row => row.id === id)
            // One that belongs to all families can only be kept.
            setKeptId(found && found.family === null ? found.id : instrument.id)
          }}
        />
      </Field>
      {other && (
        <fieldset className={styles.keep}>
          <legend>{text('master_merge_keep')}</legend>
          {[instrument, other].map(row => (
            <label key={row.id}>
              <input
                type="radio"
                name="kept"
                checked={keptId === row.id}
                onChange={() => setKeptId(row.id)}
              />
              {describe(row)}
            </label>
          ))}
        </fieldset>
      )}
      <p className={styles.quiet}>{text('master_merge_note')}</p>
    </FormDialog>
  )
}
