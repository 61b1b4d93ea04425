import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import { Copyable } from '../../ui/display/copyable.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { DoneDialog } from '../../ui/overlay/done-dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { type FeedValues, FlexFields, KnownFeedFields, NewFeedFields } from './feed-fields.tsx'
import styles from './sources.module.css'
import { changeFeed, createFeed, type Feed, useRemoveFeed, useSourcesChanged } from './use-sources.ts'

export interface FeedForm {
  kind: Feed['kind']
  /** Null for a new feed. */
  feed: Feed | null
}

interface FeedDialogProps {
  form: FeedForm
  family: string | undefined
  hasInbox: boolean
  frame: DialogFrame
}

/** Connects a feed, or changes one. */
export function FeedDialog({ form: { kind, feed }, family, hasInbox, frame }: FeedDialogProps) {
  const text = useText()
  const [folder, setFolder] = useState<string | null>(null)
  const custodians = useCustodians(family)
  const form = useForm<FeedValues>({
    defaultValues: toValues(feed, {
      kind: kind === 'flex' || !hasInbox ? 'flex' : 'folder',
      custodian: custodians[0]?.value ?? '',
    }),
    mode: 'onTouched',
  })
  const saving = useSaveFeed(form, { feed, family, onFolder: setFolder, onSaved: frame.onClose })
  const { formState, register, watch } = form
  if (folder !== null)
    return (
      <DoneDialog frame={frame} title={text('feeds_folder_ready')}>
        <p className={styles.folderNote}>{text('feeds_folder_note')}</p>
        <Copyable value={folder} isKey label={text('feeds_kind_folder_plain')} />
      </DoneDialog>
    )
  const isBlocked = feed === null && (family === undefined || custodians.length === 0)
  return (
    <FormDialog
      {...frame}
      title={feed?.name ?? text('feeds_add')}
      submitLabel={text(feed === null ? 'feeds_form_connect' : 'save')}
      isBusy={saving.isBusy}
      isDisabled={isBlocked}
      error={saving.error}
      isEdited={formState.isDirty}
      onSubmit={saving.submit}
      footerStart={feed !== null && <RemoveButton feed={feed} onRemoved={frame.onClose} />}
    >
      <div className={styles.fields}>
        {isBlocked && (
          <Note tone="warn">
            {text(family === undefined ? 'feeds_form_family' : 'feeds_form_custodian_none')}
          </Note>
        )}
        {feed?.icon === -1 && feed.message !== null && <Note tone="loss">{feed.message}</Note>}
        {feed === null && <NewFeedFields {...{ form, custodians, hasInbox }} />}
        {watch('kind') === 'flex' && <FlexFields {...{ form, feed }} />}
        <Field
          label={text('feeds_form_quiet')}
          error={fieldErrorText(formState.errors.quiet_after_days, text)}
        >
          <TextInput type="number" min={1} max={60} {...register('quiet_after_days')} />
        </Field>
        {feed !== null && <KnownFeedFields {...{ form, feed }} />}
      </div>
    </FormDialog>
  )
}

function toValues(feed: Feed | null, fresh: Pick<FeedValues, 'kind' | 'custodian'>): FeedValues {
  return {
    ...fresh,
    name: feed?.name ?? '',
    token: '',
    query_id: feed?.query_id ?? '',
    time: feed?.schedule?.replace('daily ', '') ?? '06:30',
    quiet_after_days: String(feed?.quiet_after_days ?? 3),
    isActive: !(feed?.is_paused ?? false),
  }
}

interface SaveOptions extends Pick<FeedForm, 'feed'> {
  family: string | undefined
  /** The folder of a new feed, which the user passes on to the sender. */
  onFolder: (folder: string) => void
  onSaved: () => void
}

function useSaveFeed(
  form: Parameters<typeof useFormCall<FeedValues, Saved>>[0],
  { feed, family, onFolder, onSaved }: SaveOptions,
) {
  const text = useText()
  const changed = useSourcesChanged()
  return useFormCall<FeedValues, Saved>(form, {
    send: values => {
      const { kind, custodian, token, query_id, time } = values
      const fetched = kind === 'flex' && {
        query_id: query_id.trim(),
        time,
        ...(token.trim() !== '' && { token: token.trim() }),
      }
      const shared = { ...fetched, quiet_after_days: Number(values.quiet_after_days) }
      return feed === null
        ? createFeed({ ...shared, kind, custodian, ...(family !== undefined && { family }) })
        : changeFeed({ ...shared, id: feed.id, name: values.name.trim(), is_paused: !values.isActive })
    },
    fields: ['kind', 'custodian', 'name', 'token', 'query_id', 'time', 'quiet_after_days'],
    onSuccess: ({ data }) => {
      changed()
      if (feed === null && data.folder !== null) return onFolder(data.folder)
      showToast(text('feeds_saved', { name: data.name }), 'success')
      onSaved()
    },
  })
}

type Saved = Awaited<ReturnType<typeof changeFeed>>

function RemoveButton({ feed, onRemoved }: { feed: Feed; onRemoved: () => void }) {
  const text = useText()
  const [isAsked, setIsAsked] = useState(false)
  const removing = useRemoveFeed(() => {
    showToast(text('feeds_removed', { name: feed.name }), 'success')
    onRemoved()
  })
  return (
    <>
      <Button variant="quiet" icon="trash" onClick={() => setIsAsked(true)}>
        {text('feeds_remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={text('feeds_remove_title', { name: feed.name })}
        confirmLabel={text('feeds_remove')}
        isBusy={removing.isPending}
        onConfirm={() => removing.mutate(feed.id)}
      >
        {text('feeds_remove_note')}
      </ConfirmDialog>
    </>
  )
}

/** The custodians at which the family has an account. */
function useCustodians(family: string | undefined): { value: string; label: string }[] {
  const { lists } = useSettingsData()
  const used = new Set(
    (lists.accounts ?? [])
      .filter(account => !account.is_manual && account.family === family)
      .map(({ custodian }) => custodian),
  )
  return (lists.custodians ?? []).flatMap(({ id, name }) =>
    used.has(id) ? [{ value: id, label: name }] : [],
  )
}
