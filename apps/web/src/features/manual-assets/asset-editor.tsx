import { useRef, useState } from 'react'
import { hasCode, wasDeclined } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { useReportUnsaved } from '../../lib/browser/unsaved.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { AssetFigures, hasAssetFigures } from '../../portfolio/asset-figures/asset-figures.tsx'
import { TypeMark } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Spacer } from '../../ui/overlay/dialog.tsx'
import type { Asset, AssetAccount, AssetForm } from './asset-types.ts'
import type { AssetEntries } from './entries.ts'
import { type EntryProblem, readEntryProblem } from './entry-problem.ts'
import { FirstEntryFields } from './first-entry-fields.tsx'
import { GeneralTab } from './general-tab.tsx'
import styles from './manual-assets.module.css'
import { TransactionsTab } from './transactions-tab.tsx'
import { type AssetDraft, useAssetDraft, useSaveDraft } from './use-asset-draft.ts'
import { useDeleteAsset, useLedgerChanged } from './use-manual-assets.ts'
import { useShowProblem } from './use-show-problem.ts'
import { ValuationsTab } from './valuations-tab.tsx'

const tabs = ['general', 'transactions', 'valuations', 'figures'] as const
type Tab = (typeof tabs)[number]

interface AssetEditorProps {
  /** Null for a new asset. */
  asset: Asset | null
  forms: readonly AssetForm[]
  accounts: readonly AssetAccount[]
  tab: string | undefined
  onTab: (tab: string) => void
  onSaved: (id: string) => void
  onDeleted: () => void
}

/** Edits an asset. Fields, transactions and valuations are saved together. */
export function AssetEditor(props: AssetEditorProps) {
  const { asset, forms, accounts, tab: wanted, onTab, onSaved, onDeleted } = props
  const text = useText()
  const changed = useLedgerChanged()
  const [ownTab, setOwnTab] = useState<Tab>('general')
  const draft = useAssetDraft(asset, forms, accounts)
  const { form, entries } = draft
  const isEntryChanged = [...entries.transactions, ...entries.valuations].some(
    ({ state }) => state !== 'kept',
  )
  const isEdited = form.formState.isDirty || isEntryChanged
  useReportUnsaved(isEdited)
  const saving = useSaveDraft(draft, asset, onSaved)
  // A new asset is not in the URL yet, so its tab is local state.
  const tab = (asset ? tabs.find(one => one === wanted) : ownTab) ?? 'general'
  const showTab = (next: Tab) => (asset ? onTab(next) : setOwnTab(next))
  const problem = readEntryProblem(saving.error, entries)
  const element = useRef<HTMLFormElement>(null)
  const isGeneralWrong = Object.keys(form.formState.errors).length > 0
  useShowProblem({
    form: element,
    attempt: form.formState.submitCount,
    isGeneralWrong,
    problem,
    tab,
    showTab,
  })
  const isWrong = (one: Tab) => (one === 'general' ? isGeneralWrong : one === problem?.tab)
  const tabList = useTabList(asset, entries, isWrong)
  if (!draft.type) return null
  return (
    <form
      ref={element}
      className={styles.editor}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!saving.isBusy) void saving.submit(event)
      }}
    >
      <AssetTitle asset={asset} name={draft.name} type={form.watch('type')} />
      <Tabs label={text('assets_tabs')} tabs={tabList} value={tab} onChange={showTab}>
        <div className={styles.panel}>
          <SaveProblem error={saving.error} onReload={changed} />
          <AssetPanel {...{ tab, asset, draft, problem }} type={draft.type} />
        </div>
      </Tabs>
      <footer className={styles.footer}>
        {asset && <DeleteAsset asset={asset} onDeleted={onDeleted} />}
        {isEntryChanged && <span className={styles.quiet}>{text('assets_entries_unsaved')}</span>}
        <Spacer />
        <Button type="submit" variant="primary" isBusy={saving.isBusy} disabled={!isEdited}>
          {text('save')}
        </Button>
      </footer>
    </form>
  )
}

/** The tabs with the number of their entries. Those with a mistake are marked. */
function useTabList(asset: Asset | null, entries: AssetEntries, isWrong: (tab: Tab) => boolean) {
  const text = useText()
  const format = useFormat()
  const mark = (tab: Tab) => (isWrong(tab) ? { problem: text('assets_tab_problem') } : {})
  const count = (list: readonly { state: string }[]) =>
    format.count(list.filter(({ state }) => state !== 'voided').length)
  return [
    { value: 'general' as const, label: text('assets_general'), ...mark('general') },
    {
      value: 'transactions' as const,
      label: text('assets_transactions'),
      count: count(entries.transactions),
      ...mark('transactions'),
    },
    {
      value: 'valuations' as const,
      label: text('assets_valuations'),
      count: count(entries.valuations),
      ...mark('valuations'),
    },
    ...(asset && hasAssetFigures(asset)
      ? [{ value: 'figures' as const, label: text(asset.loan ? 'assets_schedule' : 'assets_figures') }]
      : []),
  ]
}

interface AssetPanelProps {
  tab: Tab
  asset: Asset | null
  draft: AssetDraft
  type: AssetForm
  /** The entry that the server refused. */
  problem: EntryProblem | null
}

function AssetPanel({ tab, asset, draft, type, problem }: AssetPanelProps) {
  const { form, forms, accounts, account, name, entries, putEntries } = draft
  const currency = form.watch('currency') || form.watch('quote_currency') || asset?.currency || ''
  switch (tab) {
    case 'general':
      return (
        <GeneralTab
          {...{ form, forms, accounts }}
          fields={type.fields}
          isNew={!asset}
          first={
            !asset && (
              <FirstEntryFields
                key={type.id}
                {...{ form, type, account, currency }}
                onTyped={draft.takeFirstEntries}
              />
            )
          }
        />
      )
    case 'transactions':
      return (
        <TransactionsTab
          // Remount for a refused entry, which opens at once.
          key={problem?.key ?? ''}
          drafts={entries.transactions}
          onChange={transactions => putEntries({ ...entries, transactions })}
          side={form.watch('side') || null}
          {...{ type, account, name, currency, problem }}
        />
      )
    case 'valuations':
      return (
        <ValuationsTab
          key={problem?.key ?? ''}
          drafts={entries.valuations}
          onChange={valuations => putEntries({ ...entries, valuations })}
          {...{ name, currency, problem }}
        />
      )
    case 'figures':
      return asset && <AssetFigures figures={asset} currency={currency} />
  }
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
                value: `${asset.currency} ${format.amount(asset.value, { currency: asset.currency })}`,
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
