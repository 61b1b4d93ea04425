import {
  countryList,
  currencyList,
  eventTypes,
  exposureOptions,
  groupKeys,
  heldTypes,
  manualTypes,
  periodNames,
  positionSides,
  positionTypes,
  reportTypes,
  roles,
  type SettingsLists,
  sectors,
  taskTypes,
  toTemplate,
  transactionCategories,
  transactionTypes,
  transactionTypesByCategory,
} from '@plumbline/contract'
import { type Language, textsIn } from '@plumbline/contract/texts'
import { listUserCurrencies } from '../../queries/choose-families.ts'
import type { OwnLists } from './settings.store.ts'

/** The lists for forms, filters and menus, named in one language. */
export function buildSettingsLists(language: Language, own: OwnLists): SettingsLists {
  const texts: Record<string, string> = textsIn(language)
  const named = <const Value extends string>(list: string, values: readonly Value[]) =>
    values.map(id => ({ id, name: texts[`${list}_${id}`] ?? id }))
  return {
    period_names: [
      ...named('period', periodNames),
      ...listYears(own).map(year => ({ id: year, name: year })),
    ],
    group_by: named('group_by', groupKeys),
    group_by_exposure_options: named('exposure_option', exposureOptions),
    event_types: named('event_type', eventTypes),
    instrument_types: named('instrument_type', heldTypes),
    manual_instrument_types: manualTypes.map(type => ({
      id: type.slug,
      name: texts[`instrument_type_${type.slug}`] ?? type.slug,
      form_fields: [...type.fields],
      transaction_types: named('manual_transaction', type.transactions).map(({ id, name }) => ({
        slug: id,
        name,
      })),
    })),
    currencies: [...currencyList(language)],
    user_currencies: listUserCurrencies(own.families),
    custodians: listCustodians(own),
    accounts: own.accounts.map(account => ({
      id: account.id,
      name: account.name,
      custodian: account.custodian_id,
      // Forms and imports validate these ISO 4217 codes.
      currency: account.base_currency as SettingsLists['accounts'][number]['currency'],
      family: account.family_id,
      is_manual: account.custodian_id === 'manual',
    })),
    families: own.families.map(({ id, name }) => ({ id, name })),
    roles: named('role', roles),
    report_types: named('report_type', reportTypes),
    user_task_types: named('task_type', taskTypes),
    transaction_types: named('transaction_type', transactionTypes),
    transaction_categories: named('transaction_category', transactionCategories),
    trx_category_trx_type_mapping: Object.fromEntries(
      transactionCategories.map(category => [category, [...transactionTypesByCategory[category]]]),
    ) as SettingsLists['trx_category_trx_type_mapping'],
    sectors: named('sector', sectors),
    countries: [...countryList(language)],
    position_sides: named('side', positionSides),
    position_types: named('position_type', positionTypes),
    templates: own.templates.map(toTemplate),
    date_picker_range: {
      min: own.first_transaction,
      max: own.first_transaction === null ? null : own.last_close,
    },
  }
}

/** Every calendar year with data, latest first. */
function listYears({ first_transaction: first, last_close: last }: OwnLists): string[] {
  if (first === null || last === null) return []
  const years: string[] = []
  for (let year = Number(last.slice(0, 4)); year >= Number(first.slice(0, 4)); year -= 1)
    years.push(String(year))
  return years
}

function listCustodians({ accounts }: OwnLists): { id: string; name: string }[] {
  const names = new Map(accounts.map(account => [account.custodian_id, account.custodian_name]))
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1))
}
