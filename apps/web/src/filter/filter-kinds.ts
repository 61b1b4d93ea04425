import type { SettingsLists } from '@plumbline/contract'
import type { TextKey } from '@plumbline/contract/texts'
import { useMemo } from 'react'
import { type TextOf, useText } from '../lib/i18n/i18n.ts'
import { useSettingsData } from '../lib/session/user-settings.ts'
import { useWords, type Words } from '../portfolio/words.ts'
import type { FilterList, PortfolioFilter } from './filter.ts'
import { none } from './known-words.ts'

export interface FilterOption {
  value: string
  label: string
  /** Quiet words after the name: the account of a custodian, the name behind a code. */
  note?: string
}

/** A list to choose several of, with its words. */
export interface ChoiceList {
  list?: string
  label: string
  all: string
  find: string
  options: readonly FilterOption[]
}

/** One of the lists that narrow the scope, with what it offers. */
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

/** The lists of the filter in their order. One that has nothing to offer is left away. */
export function useFilterKinds(family: PortfolioFilter['family']): readonly FilterKind[] {
  const { lists } = useSettingsData()
  const text = useText()
  const words = useWords()
  return useMemo(
    () =>
      kinds
        .map(({ list, key }) => ({
          list,
          label: text(`filter_${key}` satisfies TextKey),
          all: text(`filter_${key}_all` satisfies TextKey),
          find: text(`filter_${key}_find` satisfies TextKey),
          options: optionsOf(list, lists, family, text, words),
        }))
        .filter(kind => kind.options.length > 0),
    [lists, family, text, words],
  )
}

function optionsOf(
  list: FilterList,
  lists: SettingsLists,
  family: PortfolioFilter['family'],
  text: TextOf,
  words: Words,
): FilterOption[] {
  switch (list) {
    case 'filter_account':
      return accountOptions(lists, family)
    case 'filter_custodian':
      return named(lists.custodians)
    case 'filter_instrument_type':
      return named(lists.instrument_types, words.type)
    case 'filter_country':
      return withNone(
        byLabel((lists.countries ?? []).map(({ code }) => ({ value: code, label: words.country(code) }))),
        text('filter_country_none'),
      )
    case 'filter_sector':
      return withNone(named(lists.sectors, words.sector), text('filter_sector_none'))
    case 'filter_currency':
      return currencyOptions(lists, words)
  }
}

/** By custodian, then by name; of one family where one is looked at. */
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

/** Those that people here calculate in come first: the list of all is long. */
function currencyOptions(lists: SettingsLists, words: Words): FilterOption[] {
  const near = new Set<string>(lists.user_currencies)
  const options = (lists.currencies ?? []).map(({ code }) => ({
    value: code,
    label: code,
    note: words.currency(code),
  }))
  return [
    ...options.filter(({ value }) => near.has(value)),
    ...options.filter(({ value }) => !near.has(value)),
  ]
}

function named(
  list: readonly { id: string; name: string }[] = [],
  nameOf: (id: string, name: string) => string = (_, name) => name,
): FilterOption[] {
  return list.map(({ id, name }) => ({ value: id, label: nameOf(id, name) }))
}

function byLabel(options: FilterOption[]): FilterOption[] {
  return options.toSorted((one, other) => one.label.localeCompare(other.label))
}

function withNone(options: FilterOption[], label: string): FilterOption[] {
  return options.length === 0 ? [] : [...options, { value: none, label }]
}

/** How many names a chip has room for. */
const fewNames = 2

/** What a chip says of its list: all, the names of a few, or how many there are. */
export function chosenWords(kind: ChoiceList, chosen: readonly string[], text: TextOf): string {
  if (chosen.length === 0) return text('filter_all')
  const options = kind.options.filter(option => chosen.includes(option.value))
  if (options.length !== chosen.length || options.length > fewNames) {
    return text('filter_several', { count: chosen.length })
  }
  // The name of a custodian is not enough to tell its accounts apart.
  return options
    .map(({ label, note }) => (kind.list === 'filter_account' && note ? `${label} ${note}` : label))
    .join(', ')
}
