import { dayIn } from '@plumbline/contract/format'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { hasCode, wasDeclined } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { showSaved } from '../../lib/browser/toasts.ts'
import { useReportUnsaved } from '../../lib/browser/unsaved.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { AssetFigures, hasAssetFigures } from '../../portfolio/asset-figures/asset-figures.tsx'
import { TypeMark } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Spacer } from '../../ui/overlay/dialog.tsx'
import type { Asset, AssetAccount, AssetForm } from './asset-types.ts'
import { type AssetValues, findFieldErrors, toFormValues, toRequestBody } from './asset-values.ts'
import { toEntryBodies, transactionDrafts, valuationDrafts } from './entries.ts'
import { readEntryProblem } from './entry-problem.ts'
import { type FirstEntries, findFirstErrors, readFirstValues, withFirstEntries } from './first-entry.ts'
import { FirstEntryFields } from './first-entry-fields.tsx'
import { GeneralTab } from './general-tab.tsx'
import styles from './manual-assets.module.css'
import { withPaymentSources } from './payment-effect.ts'
import { TransactionsTab } from './transactions-tab.tsx'
import { saveAsset, useDeleteAsset, useLedgerChanged, useSaveMortgage } from './use-manual-assets.ts'
import { useShowProblem } from './use-show-problem.ts'
import { useUndoSave } from './use-undo-save.ts'
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
  const format = useFormat()
  const locale = useNumberLocale()
  const changed = useLedgerChanged()
  const undo = useUndoSave()
  const [ownTab, setOwnTab] = useState<Tab>('general')
  const [transactions, setTransactions] = useState(() => transactionDrafts(asset?.transactions ?? []))
  const [valuations, setValuations] = useState(() => valuationDrafts(asset?.valuations ?? []))
  const today = dayIn(new Date(), useSettingsData().settings.time_zone)
  const form = useForm<AssetValues>({
    defaultValues: toFormValues(asset, forms, accounts, locale),
    mode: 'onTouched',
    // Rules of registered fields do not run while their tab is closed.
    resolver: values => {
      const errors = {
        ...findFieldErrors(values, forms, locale),
        ...(asset ? {} : findFirstErrors(values, locale, transactions)),
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  const saveMortgage = useSaveMortgage(locale)
  const type = form.watch('type')
  const known = forms.find(({ id }) => id === type) ?? forms[0]
  const entries = [...transactions, ...valuations].some(({ state }) => state !== 'kept')
  const isEdited = form.formState.isDirty || entries
  useReportUnsaved(isEdited)
  const saving = useFormCall(form, {
    send: async values => {
      const sent = withPaymentSources(
        transactions,
        accounts.find(({ id }) => id === values.account),
        { type, side: values.side || null },
        values.currency || values.quote_currency || '',
      )
      const body = {
        ...toRequestBody(values, known?.fields ?? [], locale),
        transactions: toEntryBodies(sent),
        valuations: toEntryBodies(valuations),
      }
      if (asset) return saveAsset(asset.id, { change: { ...body, revision: asset.revision } })
      // The fields depend on the type; the server validates that they are complete.
      const create = { ...body, type, account: values.account ?? '' } as never
      const saved = await saveAsset(undefined, { create })
      await saveMortgage(values, sent, saved.id)
      return saved
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
  const takeFirstEntries = () => {
    if (!known) return
    const next = withFirstEntries({ transactions, valuations }, form.getValues(), known, { locale, today })
    setTransactions(next.transactions)
    setValuations(next.valuations)
  }
  /** Shows changes of the first entries in the first tab. */
  const putEntries = (next: FirstEntries) => {
    setTransactions(next.transactions)
    setValuations(next.valuations)
    if (asset) return
    for (const [name, value] of Object.entries(readFirstValues(next, locale))) form.setValue(name, value)
  }
  // A new asset is not in the URL yet, so its tab is local state.
  const tab = (asset ? tabs.find(one => one === wanted) : ownTab) ?? 'general'
  const showTab = (next: Tab) => (asset ? onTab(next) : setOwnTab(next))
  const problem = readEntryProblem(saving.error, { transactions, valuations })
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
  if (!known) return null
  const mark = (isWrong: boolean) => (isWrong ? { problem: text('assets_tab_problem') } : {})
  const name = form.watch('name') || text('assets_new')
  const currency = form.watch('currency') || form.watch('quote_currency') || asset?.currency || ''
  const count = (list: readonly { state: string }[]) =>
    format.count(list.filter(({ state }) => state !== 'voided').length)
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
      <AssetTitle asset={asset} name={name} type={type} />
      <Tabs
        label={text('assets_tabs')}
        tabs={[
          { value: 'general', label: text('assets_general'), ...mark(isGeneralWrong) },
          {
            value: 'transactions',
            label: text('assets_transactions'),
            count: count(transactions),
            ...mark(problem?.tab === 'transactions'),
          },
          {
            value: 'valuations',
            label: text('assets_valuations'),
            count: count(valuations),
            ...mark(problem?.tab === 'valuations'),
          },
          ...(asset && hasAssetFigures(asset)
            ? [{ value: 'figures' as const, label: text(asset.loan ? 'assets_schedule' : 'assets_figures') }]
            : []),
        ]}
        value={tab}
        onChange={showTab}
      >
        <div className={styles.panel}>
          <SaveProblem error={saving.error} onReload={changed} />
          {tab === 'general' && (
            <GeneralTab
              {...{ form, forms, accounts }}
              fields={known.fields}
              isNew={!asset}
              first={
                !asset && (
                  <FirstEntryFields
                    key={known.id}
                    form={form}
                    type={known}
                    account={accounts.find(({ id }) => id === form.watch('account'))}
                    currency={currency}
                    onTyped={takeFirstEntries}
                  />
                )
              }
            />
          )}
          {tab === 'transactions' && (
            <TransactionsTab
              // Remount for a refused entry, which opens at once.
              key={problem?.key ?? ''}
              problem={problem}
              account={accounts.find(({ id }) => id === form.watch('account'))}
              drafts={transactions}
              onChange={changed => putEntries({ transactions: changed, valuations })}
              type={known}
              side={form.watch('side') || null}
              name={name}
              currency={currency}
            />
          )}
          {tab === 'valuations' && (
            <ValuationsTab
              key={problem?.key ?? ''}
              drafts={valuations}
              onChange={changed => putEntries({ transactions, valuations: changed })}
              {...{ name, currency, problem }}
            />
          )}
          {tab === 'figures' && asset && <AssetFigures figures={asset} currency={currency} />}
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
