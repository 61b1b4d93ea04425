import { texts } from '../texts/text.ts'

/** The list of saved reports, their form and their print. */
export const reportScreenTexts = texts({
  reports_title: { 'en-US': 'Reports', de: 'Berichte' },
  reports_new: { 'en-US': 'New report', de: 'Neuer Bericht' },
  reports_type: { 'en-US': 'Type', de: 'Art' },
  reports_accounts: { 'en-US': 'Accounts', de: 'Konten' },
  reports_accounts_all: { 'en-US': 'All accounts', de: 'Alle Konten' },
  reports_accounts_pick: { 'en-US': 'Accounts (all if empty)', de: 'Konten (alle, wenn leer)' },
  reports_types_pick: {
    'en-US': 'Instrument types (all if empty)',
    de: 'Anlagearten (alle, wenn leer)',
  },
  reports_currencies_pick: { 'en-US': 'Currencies (all if empty)', de: 'Währungen (alle, wenn leer)' },
  reports_last: { 'en-US': 'Last PDF', de: 'Letztes PDF' },
  reports_pages_one: { 'en-US': '{date}, {count} page', de: '{date}, {count} Seite' },
  reports_pages_other: { 'en-US': '{date}, {count} pages', de: '{date}, {count} Seiten' },
  reports_never: { 'en-US': 'none yet', de: 'noch keines' },
  reports_download: {
    'en-US': 'Download the last PDF of {name}',
    de: 'Letztes PDF von {name} herunterladen',
  },
  reports_format_pdf: { 'en-US': 'PDF', de: 'PDF' },
  reports_format_xlsx: { 'en-US': 'Spreadsheet (XLSX)', de: 'Tabelle (XLSX)' },
  reports_format_csv: { 'en-US': 'Tables as CSV', de: 'Tabellen als CSV' },
  reports_print_pdf: { 'en-US': '{name} as PDF', de: '{name} als PDF' },
  reports_other_formats: { 'en-US': 'Other formats of {name}', de: 'Andere Formate von {name}' },
  reports_progress: { 'en-US': '{name} is being created', de: '{name} wird erstellt' },
  reports_cancel: { 'en-US': 'Cancel {name}', de: '{name} abbrechen' },
  reports_failed: { 'en-US': 'failed, try again', de: 'fehlgeschlagen, erneut versuchen' },
  reports_printed: { 'en-US': '{name} is ready', de: '{name} ist bereit' },
  reports_save_and_print: { 'en-US': 'Save and create PDF', de: 'Speichern und PDF erstellen' },
  reports_deleted: { 'en-US': '{name} deleted', de: '{name} gelöscht' },
  reports_restored: { 'en-US': '{name} restored', de: '{name} wiederhergestellt' },
  reports_foot: {
    'en-US':
      'Covers the selected period: {period}. You can close this window. We’ll notify you when it is ready.',
    de: 'Umfasst den gewählten Zeitraum: {period}. Sie können dieses Fenster schliessen. Wir benachrichtigen Sie, wenn er bereit ist.',
  },
  reports_empty: { 'en-US': 'No reports yet', de: 'Noch keine Berichte' },
  reports_empty_note: {
    'en-US':
      'Save a report once and create it as often as you like, as PDF, spreadsheet or CSV, always with current figures.',
    de: 'Speichern Sie einen Bericht einmal und erstellen Sie ihn beliebig oft, als PDF, Tabelle oder CSV, immer mit aktuellen Zahlen.',
  },
})
