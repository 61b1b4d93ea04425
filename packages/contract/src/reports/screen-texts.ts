import { texts } from '../texts/text.ts'

/** The list of saved reports, their form and their print. */
export const reportScreenTexts = texts({
  reports_title: { 'en-US': 'Reports', de: 'Berichte' },
  reports_new: { 'en-US': 'New report', de: 'Neuer Bericht' },
  reports_type: { 'en-US': 'Type', de: 'Art' },
  reports_accounts: { 'en-US': 'Accounts', de: 'Konten' },
  reports_accounts_all: { 'en-US': 'All accounts', de: 'Alle Konten' },
  reports_accounts_pick: { 'en-US': 'Accounts (none for all)', de: 'Konten (keines für alle)' },
  reports_types_pick: {
    'en-US': 'Instrument types (none for all)',
    de: 'Instrumenttypen (keiner für alle)',
  },
  reports_currencies_pick: { 'en-US': 'Currencies (none for all)', de: 'Währungen (keine für alle)' },
  reports_last: { 'en-US': 'Last print', de: 'Letzter Druck' },
  reports_pages_one: { 'en-US': '{date}, {count} page', de: '{date}, {count} Seite' },
  reports_pages_other: { 'en-US': '{date}, {count} pages', de: '{date}, {count} Seiten' },
  reports_never: { 'en-US': 'not yet printed', de: 'noch nicht gedruckt' },
  reports_download: { 'en-US': 'Download the last print of {name}', de: 'Letzten Druck von {name} laden' },
  reports_format_pdf: { 'en-US': 'PDF', de: 'PDF' },
  reports_format_xlsx: { 'en-US': 'Spreadsheet (XLSX)', de: 'Tabelle (XLSX)' },
  reports_format_csv: { 'en-US': 'Tables as CSV', de: 'Tabellen als CSV' },
  reports_print_pdf: { 'en-US': '{name} as PDF', de: '{name} als PDF' },
  reports_other_formats: { 'en-US': 'Other formats of {name}', de: 'Andere Formate von {name}' },
  reports_progress: { 'en-US': '{name} is being printed', de: '{name} wird gedruckt' },
  reports_cancel: { 'en-US': 'Cancel the print of {name}', de: 'Druck von {name} abbrechen' },
  reports_failed: { 'en-US': 'failed, try again', de: 'fehlgeschlagen, erneut versuchen' },
  reports_printed: { 'en-US': '{name} is printed', de: '{name} ist gedruckt' },
  reports_save_and_print: { 'en-US': 'Save and make PDF', de: 'Speichern und PDF erstellen' },
  reports_deleted: { 'en-US': '{name} was deleted', de: '{name} wurde gelöscht' },
  reports_restored: { 'en-US': '{name} is back', de: '{name} ist wieder da' },
  reports_foot: {
    'en-US':
      'Printed for the period of the page: {period}. You may close this window: the print goes on and waits in notifications.',
    de: 'Gedruckt wird der Zeitraum der Seite: {period}. Sie können dieses Fenster schließen: Der Druck läuft weiter und wartet in den Benachrichtigungen.',
  },
  reports_empty: { 'en-US': 'No reports yet', de: 'Noch keine Berichte' },
  reports_empty_note: {
    'en-US':
      'A report is saved once and printed as often as you like: as PDF, as a spreadsheet or as CSV, always from the figures of the moment.',
    de: 'Ein Bericht wird einmal gespeichert und beliebig oft gedruckt: als PDF, als Tabelle oder als CSV, immer aus den Zahlen des Moments.',
  },
})
