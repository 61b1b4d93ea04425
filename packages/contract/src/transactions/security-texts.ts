import { texts } from '../texts/text.ts'

/** Moving transactions to the security that they belong to. */
export const securityTexts = texts({
  security_move: { 'en-US': 'Another security', de: 'Anderer Titel' },
  security_title: { 'en-US': 'Belongs to another security', de: 'Gehört zu einem anderen Titel' },
  security_note: {
    'en-US': 'Now {name}. Choose the security that these transactions belong to.',
    de: 'Jetzt {name}. Wählen Sie den Titel, zu dem diese Transaktionen gehören.',
  },
  security_stated: { 'en-US': 'In the file', de: 'In der Datei' },
  security_scope: { 'en-US': 'Transactions', de: 'Transaktionen' },
  security_scope_transaction: { 'en-US': 'This one only', de: 'Nur diese' },
  security_scope_import: { 'en-US': 'All of this import ({count})', de: 'Alle dieses Imports ({count})' },
  security_scope_all: {
    'en-US': 'All that files call the same ({count})',
    de: 'Alle, die Dateien gleich nennen ({count})',
  },
  security_target: { 'en-US': 'Security', de: 'Titel' },
  security_find: { 'en-US': 'Name, symbol or ISIN', de: 'Name, Symbol oder ISIN' },
  security_new: { 'en-US': 'New security: {name}', de: 'Neuer Titel: {name}' },
  security_new_note: { 'en-US': 'from the file', de: 'aus der Datei' },
  security_name: { 'en-US': 'Name', de: 'Name' },
  security_type: { 'en-US': 'Type', de: 'Art' },
  security_currency: { 'en-US': 'Quoted in', de: 'Notiert in' },
  security_isin: { 'en-US': 'ISIN', de: 'ISIN' },
  security_symbol: { 'en-US': 'Symbol', de: 'Symbol' },
  security_effect: { 'en-US': 'Effect, {currency}', de: 'Wirkung, {currency}' },
  security_effect_count_one: { 'en-US': '{count} transaction', de: '{count} Transaktion' },
  security_effect_count_other: { 'en-US': '{count} transactions', de: '{count} Transaktionen' },
  security_effect_in: { 'en-US': 'in {accounts}', de: 'in {accounts}' },
  security_units: { 'en-US': 'Quantity of {name}', de: 'Anzahl {name}' },
  security_rule: {
    'en-US': 'Later imports recognize it by what the file calls it.',
    de: 'Spätere Importe erkennen ihn an der Bezeichnung in der Datei.',
  },
  security_unknown: {
    'en-US': 'The effect on the net asset value is unknown: a price or exchange rate is missing.',
    de: 'Die Wirkung auf das Nettovermögen ist unbekannt: Ein Kurs oder Wechselkurs fehlt.',
  },
  security_submit: { 'en-US': 'Move', de: 'Zuordnen' },
  security_done: { 'en-US': 'Moved to {name}', de: '{name} zugeordnet' },
  security_moved_one: {
    'en-US': 'Moved here from {name}, {count} transaction.',
    de: 'Von {name} hierher zugeordnet, {count} Transaktion.',
  },
  security_moved_other: {
    'en-US': 'Moved here from {name}, {count} transactions.',
    de: 'Von {name} hierher zugeordnet, {count} Transaktionen.',
  },
  security_recognized: { 'en-US': 'Recognized in imports', de: 'In Importen erkannt' },
  security_move_named: { 'en-US': 'Another security for {name}', de: 'Anderer Titel für {name}' },
  security_undo: { 'en-US': 'Move back', de: 'Zurück zuordnen' },
  security_undone: { 'en-US': 'Moved back', de: 'Zurück zugeordnet' },
})
