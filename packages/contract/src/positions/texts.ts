import { texts } from '../texts/text.ts'

/** The list of positions, its groups, and the names of all fields. */
export const positionsTexts = texts({
  position_symbol: { 'en-US': 'Symbol', de: 'Symbol' },
  position_name_long: { 'en-US': 'Long name', de: 'Voller Name' },
  position_isin: { 'en-US': 'ISIN', de: 'ISIN' },
  position_id: { 'en-US': 'ID', de: 'Kennung' },
  position_held: { 'en-US': 'Held for', de: 'Haltedauer' },
  position_contract_size: { 'en-US': 'Contract size', de: 'Kontraktgrösse' },
  position_expires: { 'en-US': 'Expires', de: 'Verfällt' },
  position_break_even: { 'en-US': 'Break-even', de: 'Break-even' },
  position_expired: {
    'en-US': 'Expired, closing entry not posted',
    de: 'Verfallen, Schlussbuchung fehlt',
  },
  position_split_not_posted: {
    'en-US':
      'The provider reports a split on {date} that is not posted. The quantity is from before the split.',
    de: 'Der Anbieter meldet einen Split vom {date}, der nicht gebucht ist. Die Anzahl ist die von vor dem Split.',
  },
  position_price_old: { 'en-US': 'Stale price', de: 'Veralteter Kurs' },
  position_price_estimated: {
    'en-US': 'Price of a transaction: no source has one',
    de: 'Kurs einer Transaktion: keine Quelle hat einen',
  },
  position_price_of: { 'en-US': 'Price of {date}', de: 'Kurs vom {date}' },
  position_currency_short: { 'en-US': 'Ccy', de: 'Whg.' },
  held_years: { 'en-US': '{years} years', de: '{years} Jahre' },
  held_months_one: { 'en-US': '{count} month', de: '{count} Monat' },
  held_months_other: { 'en-US': '{count} months', de: '{count} Monate' },
  held_days_one: { 'en-US': '{count} day', de: '{count} Tag' },
  held_days_other: { 'en-US': '{count} days', de: '{count} Tage' },

  positions_list_open: { 'en-US': 'Open positions', de: 'Offene Positionen' },
  positions_list_closed: { 'en-US': 'Closed positions', de: 'Geschlossene Positionen' },
  positions_selected_one: { 'en-US': '{count} selected', de: '{count} ausgewählt' },
  positions_selected_other: { 'en-US': '{count} selected', de: '{count} ausgewählt' },
  positions_deselect: { 'en-US': 'Clear selection', de: 'Auswahl aufheben' },
  positions_group_by: { 'en-US': 'Group by {group}', de: 'Gruppiert nach {group}' },
  positions_group_none: { 'en-US': 'none', de: 'nichts' },
  positions_group_flat: { 'en-US': 'No grouping', de: 'Keine Gruppierung' },
  positions_group_label: { 'en-US': 'Group by', de: 'Gruppieren nach' },
  positions_group_open: { 'en-US': 'Open the group {group}', de: 'Gruppe {group} öffnen' },
  positions_count_one: { 'en-US': '{count} position', de: '{count} Position' },
  positions_count_other: { 'en-US': '{count} positions', de: '{count} Positionen' },
  positions_loading_more: { 'en-US': '{loaded} of {count} loaded', de: '{loaded} von {count} geladen' },
  positions_unpriced_one: { 'en-US': '{count} without a value', de: '{count} ohne Wert' },
  positions_unpriced_other: { 'en-US': '{count} without a value', de: '{count} ohne Wert' },
  positions_unpriced_note: {
    'en-US': 'Positions without a price or exchange rate are excluded from totals.',
    de: 'Positionen ohne Kurs oder Wechselkurs sind in den Summen nicht enthalten.',
  },
  positions_none_open_note: {
    'en-US': 'No positions are open in this filter at the end of the period.',
    de: 'Am Ende des Zeitraums ist in diesem Filter keine Position offen.',
  },
  positions_none_closed_note: {
    'en-US': 'Choose a longer period to see positions closed earlier.',
    de: 'Wählen Sie einen längeren Zeitraum, um früher geschlossene Positionen zu sehen.',
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
  group_modal_exact: { 'en-US': 'adds up exactly', de: 'geht genau auf' },
})
