import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { hasCode, wasDeclined } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { showSaved } from '../../lib/browser/toasts.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import { TypeMark } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Spacer } from '../../ui/overlay/dialog.tsx'
import type { Asset, AssetForm } from './asset-types.ts'
import { type AssetValues, toFormValues, toRequestBody } from './asset-values.ts'
import { toEntryBodies, transactionDrafts, valuationDrafts } from './entries.ts'
import { GeneralTab } from './general-tab.tsx'
import styles from './manual-assets.module.css'
import { ScheduleTab } from './schedule-tab.tsx'
import { TransactionsTab } from './transactions-tab.tsx'
import { saveAsset, useDeleteAsset, useLedgerChanged } from './use-manual-assets.ts'
import { useUndoSave } from './use-undo-save.ts'
import { ValuationsTab } from './valuations-tab.tsx'

const tabs = ['general', 'transactions', 'valuations', 'schedule'] as const
type Tab = (typeof tabs)[number]

interface AssetEditorProps {
  /** Null for a new asset. */
  asset: Asset | null
  forms: readonly AssetForm[]
  tab: string | undefined
  onTab: (tab: string) => void
  onSaved: (id: string) => void
  onDeleted: () => void
}

/** Edits an asset. Fields, transactions and valuations are saved together. */
export function AssetEditor({ asset, forms, tab: wanted, onTab, onSaved, onDeleted }: AssetEditorProps) {
  const text = useText()
  const format = useFormat()
  const language = useLanguage()
  const changed = useLedgerChanged()
  const undo = useUndoSave()
  const [ownTab, setOwnTab] = useState<Tab>('general')
  const [transactions, setTransactions] = useState(() => transactionDrafts(asset?.transactions ?? []))
  const [valuations, setValuations] = useState(() => valuationDrafts(asset?.valuations ?? []))
  const form = useForm<AssetValues>({
    defaultValues: toFormValues(asset, forms, language),
    mode: 'onTouched',
  })
  const type = form.watch('type')
  const known = forms.find(({ id }) => id === type) ?? forms[0]
  const entries = [...transactions, ...valuations].some(({ state }) => state !== 'kept')
  const isEdited = form.formState.isDirty || entries
  const saving = useFormCall(form, {
    send: values => {
      const body = {
        ...toRequestBody(values, known?.fields ?? [], language),
        transactions: toEntryBodies(transactions),
        valuations: toEntryBodies(valuations),
      }
      return asset
        ? saveAsset(asset.id, { change: { ...body, revision: asset.revision } })
        : // The fields depend on the type; the server validates that they are complete.
          saveAsset(undefined, { create: { ...body, type, account: values.account ?? '' } as never })
    },
    fields: (known?.fields ?? []).map(({ name }) => name),
    onSuccess: saved => {
      changed()
      showSaved(text('assets_saved', { name: saved.name }), () =>
        undo.mutate({ before: asset, after: saved }),
      )
      onSaved(saved.id)
    },
  })
  if (!known) return null
  // A new asset is not in the URL yet, so its tab is local state.
  const tab = (asset ? tabs.find(one => one === wanted) : ownTab) ?? 'general'
  const name = form.watch('name') || text('assets_new')
  const currency = form.watch('currency') || form.watch('quote_currency') || asset?.currency || ''
  const count = (list: readonly { state: string }[]) =>
    format.count(list.filter(({ state }) => state !== 'voided').length)
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!saving.isBusy) void saving.submit(event)
      }}
    >
      <AssetTitle asset={asset} name={name} type={type} />
      <Tabs
        label={text('assets_tabs')}
        tabs={[
          { value: 'general', label: text('assets_general') },
          { value: 'transactions', label: text('assets_transactions'), count: count(transactions) },
          { value: 'valuations', label: text('assets_valuations'), count: count(valuations) },
          ...(asset?.schedule ? [{ value: 'schedule' as const, label: text('assets_schedule') }] : []),
        ]}
        value={tab}
        onChange={next => (asset ? onTab(next) : setOwnTab(next))}
      >
        <div className={styles.panel}>
          <SaveProblem error={saving.error} onReload={changed} />
          {tab === 'general' && <GeneralTab form={form} forms={forms} fields={known.fields} isNew={!asset} />}
          {tab === 'transactions' && (
            <TransactionsTab
              drafts={transactions}
              onChange={setTransactions}
              type={known}
              side={form.watch('side') || null}
              name={name}
              currency={currency}
              fund={asset?.fund ?? null}
            />
          )}
          {tab === 'valuations' && (
            <ValuationsTab drafts={valuations} onChange={setValuations} name={name} currency={currency} />
          )}
          {tab === 'schedule' && asset?.schedule && (
            <ScheduleTab payments={asset.schedule} currency={currency} />
          )}
        </div>
      </Tabs>
      <footer className={styles.footer}>
        {asset && <DeleteAsset asset={asset} onDeleted={onDeleted} />}
        {entries && <span className={styles.quiet}>{text('assets_entries_unsaved')}</span>}
        <Spacer />
        <Button type="submit" variant="primary" isBusy={saving.isBusy} disabled={!isEdited}>
          {text('save')}
        </Button>
      </footer>
    </form>
  )
}

function AssetTitle({ asset, name, type }: { asset: Asset | null; name: string; type: string }) {
  const text = useText()
  const format = useFormat()
  const names = useDisplayNames()
  const typeName = names.type(type, type)
  const isValued = asset?.value != null && asset.valued_on !== null
  return (
    <header className={styles.title}>
      <TypeMark type={type} />
      <div>
        <h3>{name}</h3>
        <p className={styles.quiet}>
          {isValued && asset.valued_on !== null ? (
            <span data-amount="">
              {text('assets_valued', {
                type: typeName,
                value: `${asset.currency} ${format.amount(asset.value)}`,
                date: format.date(asset.valued_on),
              })}
            </span>
          ) : (
            text('assets_not_valued', { type: typeName })
          )}
        </p>
      </div>
    </header>
  )
}

/** Errors that belong to no field of the form. The server names the entry in its message. */
function SaveProblem({ error, onReload }: { error: unknown; onReload: () => void }) {
  const text = useText()
  if (error === null || error === undefined || wasDeclined(error)) return null
  const isConflict = hasCode(error, 'conflict')
  return (
    <Note tone="loss" isAlert>
      {isConflict ? text('assets_conflict') : errorText(error, text)}{' '}
      {isConflict && (
        <Button size="small" onClick={onReload}>
          {text('reload')}
        </Button>
      )}
    </Note>
  )
}

function DeleteAsset({ asset, onDeleted }: { asset: Asset; onDeleted: () => void }) {
  const text = useText()
  const format = useFormat()
  const remove = useDeleteAsset()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" icon="trash" className={styles.danger} onClick={() => setIsAsking(true)}>
        {text('assets_delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={text('assets_delete_question', { name: asset.name })}
        confirmLabel={text('delete')}
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(asset, {
            onSuccess: onDeleted,
            onSettled: () => setIsAsking(false),
          })
        }
      >
        {text('assets_delete_note', {
          count: format.count(asset.transactions_count + asset.valuations_count),
        })}
      </ConfirmDialog>
    </>
  )
}
