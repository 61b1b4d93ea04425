import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFamilyId } from '../../filter/family/use-family.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import type { ModalOf } from '../../lib/browser/modals.ts'
import { showSaved } from '../../lib/browser/toasts.ts'
import type { NumberLocale } from '../../lib/format/format.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { typedNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import {
  fieldsFor,
  findProblem,
  isComplete,
  type TransactionField,
  type TransactionValues,
  transactionBody,
  wireNames,
} from './entry-form.ts'
import { addTransaction, useLedgerChanged, useVoidTransaction } from './use-transactions.ts'

/** What the place that opens the form knows already. */
export type Given = Omit<ModalOf<'transaction'>, 'kind' | 'id'>

export type NewTransactionForm = ReturnType<typeof useNewTransaction>

/** A transaction that is being entered: its values, rules and choices, and how it is saved. */
export function useNewTransaction(given: Given, onDone: () => void) {
  const text = useText()
  const locale = useNumberLocale()
  const accounts = useEnterableAccounts(given.account)
  const [isAnother, setIsAnother] = useState(false)
  const isOneFamily = new Set(accounts.map(({ family }) => family)).size === 1
  // Which of several families is meant is for the user to say.
  const first = accounts.find(({ id }) => id === given.account) ?? (isOneFamily ? accounts[0] : undefined)
  const form = useForm<TransactionValues>({
    defaultValues: {
      ...emptyValues,
      account: first?.id ?? '',
      currency: given.currency ?? first?.currency ?? '',
      ...givenValues(given, locale),
    },
    mode: 'onTouched',
  })
  const { register, watch, setValue, formState } = form
  const values = watch()
  const asked = fieldsFor(values)
  const showAdded = useShowAdded()
  const saving = useFormCall(form, {
    send: sent => addTransaction(transactionBody(sent, locale)),
    fields: ['account', 'date', ...asked],
    wireNames,
    onSuccess: (added, { account, currency, date, kind }) => {
      showAdded(added)
      if (isAnother) form.reset({ ...emptyValues, account, currency, date, kind })
      else onDone()
    },
  })
  const rule = (field: TransactionField) => ({
    validate: (value: string) => findProblem(form.getValues(), field, value, locale),
  })
  // Choices are made without an input of the form, so their rules are registered here.
  for (const field of chosenFields) register(field, rule(field))
  return {
    accounts,
    isOneFamily,
    isAnother,
    setIsAnother,
    values,
    asked,
    saving,
    isEdited: formState.isDirty,
    account: accounts.find(({ id }) => id === values.account),
    /** What is sent once everything that the kind needs is there. */
    body: isComplete(values, locale) ? transactionBody(values, locale) : null,
    /** Connects an input to a field. */
    enter: (field: TransactionField) => register(field, rule(field)),
    choose: (field: TransactionField, value: string) =>
      setValue(field, value, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
    chooseKind: (kind: TransactionValues['kind']) => setValue('kind', kind, { shouldDirty: true }),
    setSubjectType: (type: string) => setValue('subjectType', type),
    findError: (field: TransactionField) => fieldErrorText(formState.errors[field], text),
  }
}

/** Refreshes the figures and confirms a new transaction, with its undo. */
function useShowAdded() {
  const text = useText()
  const changed = useLedgerChanged()
  const undo = useVoidTransaction()
  return ({ id, revision }: { id: string; revision: number }) => {
    changed()
    const reason = text('question_undone')
    showSaved(text('transaction_added'), () => undo.mutate({ id, revision, reason }))
  }
}

const chosenFields = [
  'account',
  'subject',
  'counterAccount',
  'currency',
  'counterCurrency',
] as const satisfies readonly TransactionField[]

const emptyValues: TransactionValues = {
  kind: 'deposit',
  account: '',
  date: '',
  subject: '',
  subjectType: '',
  quantity: '',
  price: '',
  accrued: '',
  ratio: '',
  amount: '',
  currency: '',
  fees: '',
  taxes: '',
  counterAccount: '',
  counterCurrency: '',
  counterAmount: '',
  note: '',
}

/** The values of the form that the address gives. It is untrusted: what is no number is left empty. */
function givenValues(given: Given, locale: NumberLocale): Partial<TransactionValues> {
  const typed = (written: string | undefined) => {
    const value = Number(written)
    return written && Number.isFinite(value) ? typedNumber(value, locale) : ''
  }
  const { type } = given
  if (type !== 'buy' && type !== 'sell')
    return { amount: Number(given.amount) > 0 ? typed(given.amount) : '' }
  return {
    kind: type,
    date: given.date ?? '',
    subject: given.position === undefined ? '' : `position:${given.position}`,
    quantity: typed(given.quantity),
    price: typed(given.price),
  }
}

/** Manual accounts of the families in view; administrators may enter transactions in any account. */
function useEnterableAccounts(given: string | undefined) {
  const { lists } = useSettingsData()
  const isAdmin = useHasRole('admin')
  const inView = useFamilyId()
  const isInView = ({ id, family }: { id: string; family: string }) =>
    inView === undefined || family === inView || id === given
  return (lists.accounts ?? []).filter(account => (account.is_manual || isAdmin) && isInView(account))
}
