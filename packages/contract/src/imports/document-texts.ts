import { type Text, texts } from '../texts/text.ts'
import type { DraftValue } from '../vocabulary/imports.ts'

const valueTexts = {
  imports_value_transaction_type: { 'en-US': 'Type', de: 'Art' },
  imports_value_date: { 'en-US': 'Date', de: 'Datum' },
  imports_value_security: { 'en-US': 'Security', de: 'Titel' },
  imports_value_quantity: { 'en-US': 'Quantity', de: 'Anzahl' },
  imports_value_price: { 'en-US': 'Price', de: 'Kurs' },
  imports_value_gross: { 'en-US': 'Gross amount', de: 'Bruttobetrag' },
  imports_value_fx_rate: { 'en-US': 'Exchange rate', de: 'Wechselkurs' },
  imports_value_fees: { 'en-US': 'Fees', de: 'Gebühren' },
  imports_value_taxes: { 'en-US': 'Taxes', de: 'Steuern' },
  imports_value_net: { 'en-US': 'Net amount', de: 'Nettobetrag' },
} as const satisfies Readonly<Record<`imports_value_${DraftValue}`, Text>>

/** A PDF beside the values read from it, and rows that are probably in the ledger. */
export const importDocumentTexts = texts({
  ...valueTexts,
  imports_all_rows: { 'en-US': 'All rows', de: 'Alle Zeilen' },
  imports_page: { 'en-US': 'Page {page} of {count}', de: 'Seite {page} von {count}' },
  imports_page_text: { 'en-US': 'Text of page {page}', de: 'Text der Seite {page}' },
  imports_previous_page: { 'en-US': 'Previous page', de: 'Vorherige Seite' },
  imports_next_page: { 'en-US': 'Next page', de: 'Nächste Seite' },
  imports_page_empty: { 'en-US': 'This page has no text.', de: 'Diese Seite enthält keinen Text.' },
  imports_mark_read: { 'en-US': 'read', de: 'gelesen' },
  imports_mark_selected: { 'en-US': 'selected', de: 'ausgewählt' },
  imports_mark_problem: { 'en-US': 'not understood', de: 'nicht verstanden' },
  imports_read_from_it: { 'en-US': 'Read from it', de: 'Daraus gelesen' },
  imports_select_value: {
    'en-US': 'Select a value to see where it was read.',
    de: 'Wählen Sie einen Wert, um zu sehen, wo er steht.',
  },
  imports_not_posted: { 'en-US': 'Not posted', de: 'Nicht gebucht' },
  imports_at_page: { 'en-US': 'page {page}, line {line}', de: 'Seite {page}, Zeile {line}' },
  imports_at_page_short: { 'en-US': 'p. {page}:{line}', de: 'S. {page}:{line}' },
  imports_show_page: {
    'en-US': 'Show page {page}, line {line} of {file}',
    de: 'Seite {page}, Zeile {line} von {file} anzeigen',
  },
  imports_show_document: { 'en-US': 'Show {name} beside its rows', de: '{name} neben den Zeilen anzeigen' },
  imports_post_anyway: { 'en-US': 'Post anyway', de: 'Trotzdem buchen' },
  imports_account_of_all: {
    'en-US': 'Account of the {count} files without one',
    de: 'Konto der {count} Dateien ohne Konto',
  },
})
