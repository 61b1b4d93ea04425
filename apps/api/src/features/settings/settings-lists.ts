import {
  calculationCurrencies,
  countryList,
  currencyList,
  eventTypes,
  exposureOptions,
  groupKeys,
  instrumentTypes,
  manualTypes,
  periodNames,
  positionSides,
  positionTypes,
  reportTypes,
  roles,
  type SettingsLists,
  sectors,
  taskTypes,
  transactionCategories,
  transactionTypes,
  transactionTypesOf,
} from '@plumbline/contract'
import { type Language, textsIn } from '@plumbline/contract/texts'

/** What the database adds to the vocabularies. */
export interface OwnLists {
  families: { id: string; name: string; base_currency: string }[]
}

/** The lists that forms, filters and menus choose from, named in one language. */
export function settingsListsIn(language: Language, own: OwnLists): SettingsLists {
  const texts: Record<string, string> = textsIn(language)
  const named = <const Value extends string>(list: string, values: readonly Value[]) =>
    values.map(id => ({ id, name: texts[`${list}_${id}`] ?? id }))
  const familyCurrencies = own.families.map(family => family.base_currency)
  return {
    period_names: named('period', periodNames),
    group_by: named('group_by', groupKeys),
    group_by_exposure_options: named('exposure_option', exposureOptions),
    event_types: named('event_type', eventTypes),
    instrument_types: named('instrument_type', instrumentTypes),
    manual_instrument_types: manualTypes.map(type => ({
      id: type.slug,
      name: texts[`instrument_type_${type.slug}`] ?? type.slug,
      form_fields: [...type.fields],
      transaction_types: named('manual_transaction', type.transactions).map(({ id, name }) => ({
        slug: id,
        name,
      })),
    })),
    currencies: currencyList(language),
    user_currencies: [...new Set<string>([...calculationCurrencies, ...familyCurrencies])],
    custodians: [],
    accounts: [],
    families: own.families.map(({ id, name }) => ({ id, name })),
    roles: named('role', roles),
    report_types: named('report_type', reportTypes),
    user_task_types: named('task_type', taskTypes),
    transaction_types: named('transaction_type', transactionTypes),
    transaction_categories: named('transaction_category', transactionCategories),
    trx_category_trx_type_mapping: Object.fromEntries(
      transactionCategories.map(category => [category, [...transactionTypesOf[category]]]),
    ) as SettingsLists['trx_category_trx_type_mapping'],
    sectors: named('sector', sectors),
    countries: countryList(language),
    position_sides: named('side', positionSides),
    position_types: named('position_type', positionTypes),
    templates: [],
    date_picker_range: { min: null, max: null },
  }
}
