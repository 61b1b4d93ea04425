import type { SettingsLists } from '@plumbline/contract'
import type { TextKey } from '@plumbline/contract/texts'
import { useMemo } from 'react'
import { type Translate, useText } from '../lib/i18n/i18n.ts'
import { useSettingsData } from '../lib/session/user-settings.ts'
import { type DisplayNames, useDisplayNames } from '../portfolio/display-names.ts'
import type { FilterList, PortfolioFilter } from './filter.ts'
import { none } from './valid-values.ts'

export interface FilterOption {
  value: string
  label: string
  /** Secondary text after the label: the account at a custodian, the name of a code. */
  note?: string
}

/** A multi-select list with its labels. */
export interface ChoiceList {
  list?: string
  label: string
  all: string
  find: string
  options: readonly FilterOption[]
}

/** One of the filter lists with its options. */
export interface FilterKind extends ChoiceList {
  list: FilterList
}

interface KindTexts {
  list: FilterList
  key: 'account' | 'type' | 'country' | 'sector' | 'currency'
}

const kinds: readonly KindTexts[] = [
  { list: 'filter_account', key: 'account' },
  { list: 'filter_instrument_type', key: 'type' },
  { list: 'filter_country', key: 'country' },
  { list: 'filter_sector', key: 'sector' },
  { list: 'filter_currency', key: 'currency' },
]

/** The filter lists in display order, without empty ones. */
export function useFilterKinds(family: PortfolioFilter['family']): readonly FilterKind[] {
  const { lists } = useSettingsData()
  const text = useText()
  const names = useDisplayNames()
  return useMemo(
    () =>
      kinds
        .map(({ list, key }) => ({
          list,
          label: text(`filter_${key}` satisfies TextKey),
          all: text(`filter_${key}_all` satisfies TextKey),
          find: text(`filter_${key}_find` satisfies TextKey),
          options: listOptions(list, lists, family, text, names),
        }))
        .filter(kind => kind.options.length > 0),
    [lists, family, text, names],
  )
}

function listOptions(
  list: FilterList,
  lists: SettingsLists,
  family: PortfolioFilter['family'],
  text: Translate,
  names: DisplayNames,
): FilterOption[] {
  switch (list) {
    case 'filter_account':
      return accountOptions(lists, family)
    case 'filter_custodian':
      return named(lists.custodians)
    case 'filter_instrument_type':
      return named(lists.instrument_types, names.type)
    case 'filter_country':
      return withNone(
        byLabel((lists.countries ?? []).map(({ code }) => ({ value: code, label: names.country(code) }))),
        text('filter_country_none'),
      )
    case 'filter_sector':
      return withNone(named(lists.sectors, names.sector), text('filter_sector_none'))
    case 'filter_currency':
      return currencyOptions(lists, names)
  }
}

/** Ordered by custodian, then by name; only the accounts of the family in view. */
function accountOptions(lists: SettingsLists, family: PortfolioFilter['family']): FilterOption[] {
  const custodians = new Map(lists.custodians?.map(({ id, name }) => [id, name]))
  return (lists.accounts ?? [])
    .filter(account => family === undefined || family === null || account.family === family)
    .map(({ id, name, custodian }) => ({
      value: id,
      label: custodians.get(custodian) ?? custodian,
      note: name,
    }))
    .sort((one, other) => one.label.localeCompare(other.label) || one.note.localeCompare(other.note))
}

/** The currencies that users calculate in come first, as the whole list is long. */
function currencyOptions(lists: SettingsLists, names: DisplayNames): FilterOption[] {
  const preferred = new Set<string>(lists.user_currencies)
  const options = (lists.currencies ?? []).map(({ code }) => ({
    value: code,
    label: code,
    note: names.currency(code),
  }))
  return [
    ...options.filter(({ value }) => preferred.has(value)),
    ...options.filter(({ value }) => !preferred.has(value)),
  ]
}

function named(
  list: readonly { id: string; name: string }[] = [],
  translate: (id: string, name: string) => string = (_, name) => name,
): FilterOption[] {
  return list.map(({ id, name }) => ({ value: id, label: translate(id, name) }))
}

function byLabel(options: FilterOption[]): FilterOption[] {
  return options.toSorted((one, other) => one.label.localeCompare(other.label))
}

function withNone(options: FilterOption[], label: string): FilterOption[] {
  return options.length === 0 ? [] : [...options, { value: none, label }]
}

/** The number of names that fit on a chip. */
const fewNames = 2

/** The text of a chip: all, a few names, or a count. */
export function selectionLabel(kind: ChoiceList, chosen: readonly string[], text: Translate): string {
  if (chosen.length === 0) return text('filter_all')
  const options = kind.options.filter(option => chosen.includes(option.value))
  if (options.length !== chosen.length || options.length > fewNames) {
    return text('filter_several', { count: chosen.length })
  }
  // A custodian alone does not identify its accounts.
  return options
    .map(({ label, note }) => (kind.list === 'filter_account' && note ? `${label} ${note}` : label))
    .join(', ')
}
