import { contract } from 'virtual:contract'
import { dayIn } from '@plumbline/contract/format'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../lib/api/api.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { showSaved, showToast } from '../../lib/browser/toasts.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import type { Asset, AssetAccount, AssetForm } from './asset-types.ts'
import { type AssetValues, findFieldErrors, toFormValues, toRequestBody } from './asset-values.ts'
import { type AssetEntries, toEntryBodies, transactionDrafts, valuationDrafts } from './entries.ts'
import { findFirstErrors, readFirstValues, withFirstEntries } from './first-entry.ts'
import { withPaymentSources } from './payment-effect.ts'
import { undoChange } from './undo-change.ts'
import { saveAsset, useLedgerChanged, useSaveMortgage } from './use-manual-assets.ts'

export type AssetDraft = ReturnType<typeof useAssetDraft>

/** The fields and entries of an asset while they are edited. Without an asset, those of a new one. */
export function useAssetDraft(
  asset: Asset | null,
  forms: readonly AssetForm[],
  accounts: readonly AssetAccount[],
) {
  const text = useText()
  const locale = useNumberLocale()
  const today = dayIn(new Date(), useSettingsData().settings.time_zone)
  const [entries, setEntries] = useState<AssetEntries>(() => ({
    transactions: transactionDrafts(asset?.transactions ?? []),
    valuations: valuationDrafts(asset?.valuations ?? []),
  }))
  const form = useForm<AssetValues>({
    defaultValues: toFormValues(asset, forms, accounts, locale),
    mode: 'onTouched',
    // Rules of registered fields do not run while their tab is closed.
    resolver: values => {
      const errors = {
        ...findFieldErrors(values, forms, locale),
        ...(asset ? {} : findFirstErrors(values, locale, entries.transactions)),
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  const [typeId, accountId] = form.watch(['type', 'account'])
  const type = forms.find(({ id }) => id === typeId) ?? forms[0]
  const takeFirstEntries = () => {
    if (type) setEntries(withFirstEntries(entries, form.getValues(), type, { locale, today }))
  }
  /** Shows changes of the first entries in the first tab. */
  const putEntries = (next: AssetEntries) => {
    setEntries(next)
    if (asset) return
    for (const [name, value] of Object.entries(readFirstValues(next, locale))) form.setValue(name, value)
  }
  return {
    form,
    forms,
    accounts,
    /** Undefined until it is chosen. */
    account: accounts.find(({ id }) => id === accountId),
    type,
    name: form.watch('name') || text('assets_new'),
    entries,
    takeFirstEntries,
    putEntries,
  }
}

/** Creates or changes the asset with its entries, and offers to undo that. */
export function useSaveDraft(draft: AssetDraft, asset: Asset | null, onSaved: (id: string) => void) {
  const { form, accounts, entries } = draft
  const text = useText()
  const locale = useNumberLocale()
  const changed = useLedgerChanged()
  const undo = useUndoSave()
  const saveMortgage = useSaveMortgage(locale)
  const fields = draft.type?.fields ?? []
  return useFormCall(form, {
    send: async values => {
      const { type } = values
      const sent = withPaymentSources(
        entries.transactions,
        accounts.find(({ id }) => id === values.account),
        { type, side: values.side || null },
        values.currency || values.quote_currency || '',
      )
      const body = {
        ...toRequestBody(values, fields, locale),
        transactions: toEntryBodies(sent),
        valuations: toEntryBodies(entries.valuations),
      }
      if (asset) return saveAsset(asset.id, { change: { ...body, revision: asset.revision } })
      // The fields depend on the type; the server validates that they are complete.
      const create = { ...body, type, account: values.account ?? '' } as never
      const saved = await saveAsset(undefined, { create })
      await saveMortgage(values, sent, saved.id)
      return saved
    },
    fields: fields.map(({ name }) => name),
    onSuccess: saved => {
      changed()
      showSaved(text('assets_saved', { name: saved.name }), () =>
        undo.mutate({ before: asset, after: saved }),
      )
      onSaved(saved.id)
    },
  })
}

/** Undoes a saved change, or the creation of an asset. */
function useUndoSave() {
  const text = useText()
  const changed = useLedgerChanged()
  return useMutation({
    mutationFn: async ({ before, after }: { before: Asset | null; after: Asset }): Promise<void> => {
      const params = { id: after.id }
      if (!before) await call(contract.assets.remove, { params })
      else await call(contract.assets.change, { params, body: undoChange(before, after), isConfirmed: true })
    },
    onSuccess: () => showToast(text('question_undone'), 'success'),
    onSettled: changed,
  })
}
