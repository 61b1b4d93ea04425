import { texts } from '../texts/text.ts'

/** The list of positions, its groups, and the names of all fields. */
export const positionsTexts = texts({
  position_symbol: { 'en-US': 'Symbol', de: 'Symbol' },
  position_name_long: { 'en-US': 'Long name', de: 'Voller Name' },
  position_isin: { 'en-US': 'ISIN', de: 'ISIN' },
  position_id: { 'en-US': 'Id', de: 'Kennung' },
  position_held: { 'en-US': 'Held', de: 'Gehalten' },
  position_contract_size: { 'en-US': 'Contract size', de: 'Kontraktgröße' },
  position_expires: { 'en-US': 'Expires', de: 'Verfällt' },
  position_break_even: { 'en-US': 'Break-even', de: 'Break-even' },
  position_expired: {
    'en-US': 'Expired, and the closing entry is not posted',
    de: 'Verfallen, Schlussbuchung fehlt',
  },
  position_split_not_posted: {
    'en-US': 'The provider reports a split on {date} that is not posted: the quantity is that before it',
    de: 'Der Anbieter meldet einen Split vom {date}, der nicht gebucht ist: Die Stückzahl ist die von vorher',
  },
  position_price_old: { 'en-US': 'An old price', de: 'Ein alter Kurs' },
  position_price_of: { 'en-US': 'Price of {date}', de: 'Kurs vom {date}' },
  position_currency_short: { 'en-US': 'Ccy', de: 'Whg.' },
  held_years: { 'en-US': '{count} y', de: '{count} J' },
  held_months: { 'en-US': '{count} m', de: '{count} M' },
  held_days: { 'en-US': '{count} d', de: '{count} T' },

  positions_list_open: { 'en-US': 'Open positions', de: 'Offene Positionen' },
  positions_list_closed: { 'en-US': 'Closed positions', de: 'Geschlossene Positionen' },
  positions_group_by: { 'en-US': 'Group by {group}', de: 'Gruppiert nach {group}' },
  positions_group_none: { 'en-US': 'None', de: 'nichts' },
  positions_group_flat: { 'en-US': 'No groups', de: 'Ohne Gruppen' },
  positions_group_label: { 'en-US': 'Group by', de: 'Gruppieren nach' },
  positions_group_open: { 'en-US': 'Open the group {group}', de: 'Gruppe {group} öffnen' },
  positions_count_one: { 'en-US': '{count} position', de: '{count} Position' },
  positions_count_other: { 'en-US': '{count} positions', de: '{count} Positionen' },
  positions_loading_more: { 'en-US': '{loaded} of {count} loaded', de: '{loaded} von {count} geladen' },
  positions_unpriced_one: { 'en-US': '{count} without a price', de: '{count} ohne Kurs' },
  positions_unpriced_other: { 'en-US': '{count} without a price', de: '{count} ohne Kurs' },
  positions_unpriced_note: {
    'en-US': 'What has no price or rate is left out of every total.',
    de: 'Was keinen Kurs hat, fehlt in allen Summen.',
  },
  positions_none_open_note: {
    'en-US': 'Nothing is open within this filter at the end of the period.',
    de: 'Am Ende des Zeitraums ist innerhalb dieses Filters nichts offen.',
  },
  positions_none_closed_note: {
    'en-US': 'Choose a longer period to see what was closed earlier.',
    de: 'Wählen Sie einen längeren Zeitraum, um früher Geschlossenes zu sehen.',
  },
  positions_sum_proceeds: { 'en-US': 'Proceeds', de: 'Erlös' },
  positions_sum_cost: { 'en-US': 'cost', de: 'Einstandswert' },
  positions_sum_income: { 'en-US': 'income', de: 'Erträge' },
  positions_sum_fees: { 'en-US': 'fees', de: 'Gebühren' },
  positions_sum_taxes: { 'en-US': 'taxes', de: 'Steuern' },

  group_modal_of_nav: { 'en-US': 'of NAV', de: 'des Nettovermögens' },
  group_modal_share: { 'en-US': 'Share', de: 'Anteil' },
  group_modal_filter: { 'en-US': 'Filter by {group}', de: 'Nach {group} filtern' },
  group_modal_all: { 'en-US': 'All in Positions', de: 'Alle in Positionen' },
  group_modal_exact: { 'en-US': 'adds up, to the cent', de: 'geht auf, auf den Rappen' },
})
