import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { fromOrderBy, toOrderBy } from '../../lib/api/order-by.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { nameProblem } from '../../lib/session/account-rules.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import menuButton from '../../ui/overlay/menu-button.module.css'
import { type ClientView, useRemoveView, useSaveView, viewsQuery } from './use-clients.ts'
import { type ClientsView, defaultSort } from './use-clients-view.ts'

/** The saved views: choosing one, saving the current one and deleting the one in use. */
export function ViewsMenu({ view }: { view: ClientsView }) {
  const text = useText()
  const { data } = useQuery(viewsQuery)
  const remove = useRemoveView()
  const [isSaving, setIsSaving] = useState(false)
  const [asked, setAsked] = useState<ClientView | null>(null)
  const views = data?.data ?? []
  const current = views.find(each => isSame(each, view))
  const apply = ({ show, group_by, order_by, q }: ClientView) =>
    view.change({ show, groupBy: group_by, sort: fromOrderBy(order_by) ?? defaultSort, q })
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button type="button" className={menuButton.button}>
            {text('clients_view')} <b>{current?.name ?? text('clients_view_none')}</b>
            <Icon name="chevron-down" size={12} />
          </button>
        }
      >
        {views.map(each => (
          <MenuItem
            key={each.id}
            onSelect={() => apply(each)}
            end={each.id === current?.id && <Icon name="check" size={14} />}
          >
            {each.name}
          </MenuItem>
        ))}
        {views.length > 0 && <MenuSeparator />}
        <MenuItem icon="plus" onSelect={() => setIsSaving(true)}>
          {text('clients_view_save')}
        </MenuItem>
        {current && (
          <MenuItem icon="trash" onSelect={() => setAsked(current)}>
            {text('clients_view_delete', { name: current.name })}
          </MenuItem>
        )}
      </Menu>
      <SaveView view={view} isOpen={isSaving} onClose={() => setIsSaving(false)} />
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={text('clients_delete_question', { name: asked?.name ?? '' })}
        confirmLabel={text('delete')}
        isBusy={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked.id, { onSettled: () => setAsked(null) })}
      >
        {text('clients_view_delete_note')}
      </ConfirmDialog>
    </>
  )
}

function isSame(saved: ClientView, view: ClientsView): boolean {
  return (
    saved.show === view.show &&
    saved.group_by === view.groupBy &&
    saved.order_by === toOrderBy(view.sort) &&
    saved.q === view.q
  )
}

interface SaveViewProps {
  view: ClientsView
  isOpen: boolean
  onClose: () => void
}

function SaveView({ view, isOpen, onClose }: SaveViewProps) {
  const text = useText()
  const save = useSaveView()
  const form = useForm({ defaultValues: { name: '' } })
  const saving = useFormCall(form, {
    send: ({ name }) =>
      save.mutateAsync({
        name: name.trim(),
        show: view.show,
        group_by: view.groupBy,
        // The URL may contain any order; the server validates it.
        order_by: toOrderBy(view.sort) as '-attention',
        q: view.q,
      }),
    fields: ['name'],
    onSuccess: () => {
      showToast(text('saved'), 'success')
      form.reset()
      onClose()
    },
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={() => {
        form.reset()
        onClose()
      }}
      title={text('clients_view_save')}
      submitLabel={text('save')}
      isBusy={saving.isBusy}
      error={saving.error}
      isEdited={form.formState.isDirty}
      onSubmit={saving.submit}
      width={400}
    >
      <Field
        label={text('name')}
        help={text('clients_view_help')}
        error={fieldErrorText(form.formState.errors.name, text)}
      >
        <TextInput autoComplete="off" maxLength={200} {...form.register('name', { validate: nameProblem })} />
      </Field>
    </FormDialog>
  )
}
