import { texts } from './text.ts'

/** Words and sentences that any screen may use. */
export const commonTexts = texts({
  back: { 'en-US': 'Back', de: 'Zurück' },
  cancel: { 'en-US': 'Cancel', de: 'Abbrechen' },
  clear: { 'en-US': 'Clear', de: 'Leeren' },
  close: { 'en-US': 'Close', de: 'Schließen' },
  copied: { 'en-US': 'Copied', de: 'Kopiert' },
  copy: { 'en-US': 'Copy', de: 'Kopieren' },
  delete: { 'en-US': 'Delete', de: 'Löschen' },
  dismiss: { 'en-US': 'Dismiss', de: 'Ausblenden' },
  edit: { 'en-US': 'Edit', de: 'Bearbeiten' },
  keep: { 'en-US': 'Keep', de: 'Behalten' },
  loading: { 'en-US': 'Loading', de: 'Wird geladen' },
  remove: { 'en-US': 'Remove', de: 'Entfernen' },
  save: { 'en-US': 'Save', de: 'Speichern' },
  try_again: { 'en-US': 'Try again', de: 'Erneut versuchen' },
  undo: { 'en-US': 'Undo', de: 'Rückgängig' },
  seconds_left: { 'en-US': '{seconds} s', de: '{seconds} s' },
  notifications_region: { 'en-US': 'Messages', de: 'Meldungen' },
  hidden_amount: { 'en-US': 'hidden', de: 'ausgeblendet' },

  general_error: { 'en-US': 'Ooops, something went wrong.', de: 'Ooops, etwas ist schiefgelaufen.' },
  load_failed_note: {
    'en-US': 'This could not be loaded. The rest of the page is not affected.',
    de: 'Das konnte nicht geladen werden. Der Rest der Seite ist davon nicht betroffen.',
  },
  screen_failed_note: {
    'en-US': 'This page could not be shown. Your data is not affected.',
    de: 'Diese Seite konnte nicht angezeigt werden. Ihre Daten sind davon nicht betroffen.',
  },
  offline_title: { 'en-US': 'No internet connection.', de: 'Keine Internetverbindung.' },
  offline_text: {
    'en-US': 'To use the application, please reconnect your device to the Internet.',
    de: 'Um die Anwendung zu nutzen, verbinden Sie Ihr Gerät bitte wieder mit dem Internet.',
  },
  offline_figures_of: { 'en-US': 'figures of {time}', de: 'Zahlen von {time}' },
  new_version: {
    'en-US': 'A new version is here. Loading it now.',
    de: 'Eine neue Version ist da. Sie wird jetzt geladen.',
  },

  type_name_to_confirm: {
    'en-US': 'Type {name} to confirm',
    de: 'Geben Sie zur Bestätigung {name} ein',
  },
  show_password: { 'en-US': 'Show password', de: 'Passwort anzeigen' },
  hide_password: { 'en-US': 'Hide password', de: 'Passwort verbergen' },
  code_digit: { 'en-US': 'Digit {position} of {length}', de: 'Ziffer {position} von {length}' },
  choose: { 'en-US': 'Choose', de: 'Auswählen' },
  open_list: { 'en-US': 'Open the list', de: 'Liste öffnen' },
  nothing_found: { 'en-US': 'Nothing found', de: 'Nichts gefunden' },

  table_empty: { 'en-US': 'Nothing to show', de: 'Nichts anzuzeigen' },
  table_sort: { 'en-US': 'Sort', de: 'Sortieren' },
  table_unsorted: { 'en-US': 'Default order', de: 'Standardreihenfolge' },
  table_total: { 'en-US': 'Total', de: 'Total' },
  table_range: { 'en-US': '{from}–{to} of {count}', de: '{from}–{to} von {count}' },
  table_previous: { 'en-US': 'Previous page', de: 'Vorherige Seite' },
  table_next: { 'en-US': 'Next page', de: 'Nächste Seite' },
  table_pages: { 'en-US': 'Pages', de: 'Seiten' },
})
