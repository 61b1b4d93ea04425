import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFamilyName } from '../../filter/family/use-family.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { type ClientEntry, clientEntriesQuery } from '../../portfolio/clients/client-tasks.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog, Spacer } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import styles from './client-modal.module.css'
import { EntryForm, type OpenEntry } from './entry-form.tsx'
import { EntryRow } from './entry-row.tsx'
import { useOpenClient } from './use-clients.ts'

const maxEntries = 500

/** Tasks and notes about a client, which only staff see. */
export function ClientModal({ modal, frame }: ModalProps<'client'>) {
  const text = useText()
  const { id: family } = modal
  const name = useFamilyName()(family)
  const openClient = useOpenClient()
  const isPhone = useIsPhone()
  const query = useQuery({
    ...clientEntriesQuery({ family, limit: maxEntries }),
    enabled: name !== undefined,
  })
  const [edited, setEdited] = useState<OpenEntry | null>(null)
  const form = useDelayedUnmount(edited)
  // The URL may name a family that the user does not serve.
  if (name === undefined) {
    return (
      <Dialog {...frame} title={text('tab_clients')}>
        <EmptyState icon="users" title={text('clients_gone')} />
      </Dialog>
    )
  }
  return (
    <Dialog
      {...frame}
      width={820}
      isFullOnPhone
      title={text('clients_tasks_title', { name })}
      actions={
        <>
          <Button icon="plus" onClick={() => setEdited({ kind: 'note', entry: null })}>
            {text(isPhone ? 'clients_note_one' : 'clients_note_add')}
          </Button>
          <Button variant="primary" icon="plus" onClick={() => setEdited({ kind: 'task', entry: null })}>
            {text(isPhone ? 'clients_task' : 'clients_task_add')}
          </Button>
        </>
      }
      footer={
        <>
          <span className={styles.quiet}>{text('clients_internal')}</span>
          <Spacer />
          <Button icon="external" onClick={() => openClient(family)}>
            {text('clients_open', { name })}
          </Button>
        </>
      }
    >
      <QuerySection query={query} skeleton={<SkeletonRows rows={5} />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon="check"
              title={text('clients_no_entries')}
              actions={
                <Button icon="plus" onClick={() => setEdited({ kind: 'task', entry: null })}>
                  {text('clients_task_add')}
                </Button>
              }
            >
              {text('clients_no_entries_note')}
            </EmptyState>
          ) : (
            <Entries entries={data} onEdit={entry => setEdited({ kind: entry.kind, entry })} />
          )
        }
      </QuerySection>
      {form.shown !== null && (
        <EntryForm
          key={form.shown.entry?.id ?? form.shown.kind}
          family={family}
          open={form.shown}
          frame={{ isOpen: form.isOpen, onClose: () => setEdited(null), onClosed: form.onClosed }}
        />
      )}
    </Dialog>
  )
}

interface EntriesProps {
  entries: readonly ClientEntry[]
  onEdit: (entry: ClientEntry) => void
}

function Entries({ entries, onEdit }: EntriesProps) {
  const text = useText()
  const parts = useMemo(() => {
    const tasks = entries.filter(({ kind }) => kind === 'task')
    return [
      { key: 'open', label: text('clients_entries_open'), list: tasks.filter(each => each.done_at === null) },
      {
        key: 'notes',
        label: text('clients_entries_notes'),
        list: entries.filter(({ kind }) => kind === 'note'),
      },
      { key: 'done', label: text('clients_entries_done'), list: tasks.filter(each => each.done_at !== null) },
    ]
  }, [entries, text])
  return parts.map(
    ({ key, label, list }) =>
      list.length > 0 && (
        <section key={key} className={styles.part}>
          <h2 className={styles.heading}>
            {label} <span className={styles.quiet}>{list.length}</span>
          </h2>
          <ul aria-label={label} className={styles.list}>
            {list.map(entry => (
              <EntryRow key={entry.id} entry={entry} onEdit={() => onEdit(entry)} />
            ))}
          </ul>
        </section>
      ),
  )
}
