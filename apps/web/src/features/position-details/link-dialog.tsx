import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { call } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Dialog, type DialogFrame, Spacer } from '../../ui/overlay/dialog.tsx'
import styles from './linked-tab.module.css'
import { type PositionView, useLink } from './use-position.ts'

const kinds = ['hedge', 'overwrite', 'roll', 'pair', 'other'] as const
type Kind = (typeof kinds)[number]

const maxResults = 10

/** Searches open and closed positions. An empty search sends no request. */
function candidatesQuery(body: Filter, q: string) {
  return queryOptions({
    queryKey: ['positions', 'search', 'both', body, q],
    queryFn: async ({ signal }) => {
      const search = (type: 'open' | 'closed') =>
        call(contract.positions.searchByBody, { query: { type, q, limit: maxResults }, body, signal })
      const [open, closed] = await Promise.all([search('open'), search('closed')])
      return [...open.data, ...closed.data]
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}

interface LinkDialogProps {
  position: PositionView
  /** Positions that are linked already. */
  linkedIds: readonly string[]
  frame: DialogFrame
}

/** Links another position to this one, with a kind and a note. */
export function LinkDialog({ position, linkedIds, frame }: LinkDialogProps) {
  const text = useText()
  const format = useFormat()
  const names = useDisplayNames()
  const { body } = useFilter()
  const link = useLink()
  const [typed, setTyped] = useState('')
  const [other, setOther] = useState<string | null>(null)
  const [kind, setKind] = useState<Kind>('hedge')
  const [note, setNote] = useState('')
  const query = useQuery(candidatesQuery(body, useDeferredValue(typed.trim())))
  const options = (query.data ?? [])
    .filter(({ id }) => id !== position.id && !linkedIds.includes(id))
    .map(found => ({
      value: found.id,
      label: found.name,
      note: [
        names.type(found.instrument_type, found.instrument_type),
        text(found.date_closed === null ? 'position_type_open' : 'position_type_closed'),
        format.date(found.date_open),
      ].join(', '),
    }))
  const close = () => {
    link.reset()
    setTyped('')
    setOther(null)
    setNote('')
    frame.onClose()
  }
  const save = () => {
    if (other === null) return
    link.mutate(
      { position_id: position.id, linked_position_id: other, kind, note: note.trim() || null },
      { onSuccess: close },
    )
  }
  return (
    <Dialog
      {...frame}
      onClose={close}
      width={540}
      isEdited={other !== null}
      title={text('linked_new', { name: position.name })}
      footer={
        <>
          <Spacer />
          <Button onClick={close}>{text('cancel')}</Button>
          <Button variant="primary" disabled={other === null} isBusy={link.isPending} onClick={save}>
            {text('linked_link')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label={text('linked_position')}>
          <Combobox
            options={options}
            value={other}
            onChange={setOther}
            onSearch={setTyped}
            isSearching={query.isFetching}
            placeholder={text('linked_find')}
          />
        </Field>
        <div>
          <div className={styles.label}>{text('linked_how')}</div>
          <Segmented
            label={text('linked_how')}
            segments={kinds.map(value => ({ value, label: text(`link_kind_${value}`) }))}
            value={kind}
            onChange={setKind}
          />
        </div>
        <Field label={text('linked_note')}>
          <TextInput value={note} maxLength={200} onChange={event => setNote(event.target.value)} />
        </Field>
        {link.error && (
          <Note tone="loss" isAlert>
            {errorText(link.error, text)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}
