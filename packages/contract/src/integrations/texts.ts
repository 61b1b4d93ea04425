import { texts } from '../texts/text.ts'

/** Data sources as administrators see them, and the messages of their runs. */
export const sourceTexts = texts({
  source_trouble_unreachable: { 'en-US': '{host} cannot be reached.', de: '{host} ist nicht erreichbar.' },
  source_trouble_too_slow: { 'en-US': '{host} takes too long.', de: '{host} braucht zu lange.' },
  source_trouble_http_status: {
    'en-US': '{host} answers with {status}.',
    de: '{host} antwortet mit {status}.',
  },
  source_trouble_key_refused: {
    'en-US': '{host} refuses the key ({status}).',
    de: '{host} nimmt den Schlüssel nicht an ({status}).',
  },
  source_trouble_too_many: {
    'en-US': '{host} asks to be left alone for a while.',
    de: '{host} bittet um eine Pause.',
  },
  source_trouble_too_large: {
    'en-US': '{host} answers with too much data.',
    de: '{host} antwortet mit zu vielen Daten.',
  },
  source_trouble_wrong_type: {
    'en-US': '{host} answers with something else ({type}).',
    de: '{host} antwortet mit etwas anderem ({type}).',
  },
  source_trouble_unreadable: { 'en-US': 'The answer cannot be read.', de: 'Die Antwort ist nicht lesbar.' },
  source_trouble_redirected: {
    'en-US': '{host} sends us elsewhere. Check its address.',
    de: '{host} verweist woandershin. Prüfen Sie die Adresse.',
  },
  source_trouble_unknown_symbol: { 'en-US': 'unknown to the provider', de: 'beim Anbieter unbekannt' },
  source_trouble_other_currency: {
    'en-US': 'quoted in {found}, not in {expected}',
    de: 'in {found} notiert, nicht in {expected}',
  },
  source_trouble_not_tried: {
    'en-US': 'not tried, because the provider failed before',
    de: 'nicht versucht, weil der Anbieter zuvor versagte',
  },
  source_the_provider: { 'en-US': 'The provider', de: 'Der Anbieter' },
  source_coverage: {
    'en-US': '{delivered} of {total} series delivered.',
    de: '{delivered} von {total} Reihen geliefert.',
  },
  source_trouble_server_ended: {
    'en-US': 'The server ended before the run did.',
    de: 'Der Server endete vor dem Lauf.',
  },
  source_trouble_stopped: { 'en-US': 'Stopped.', de: 'Angehalten.' },
  source_nothing_mapped: {
    'en-US': 'No instrument has an identifier of this provider yet.',
    de: 'Noch kein Instrument hat eine Kennung dieses Anbieters.',
  },
  source_missing_series: { 'en-US': '{name}: {reason}', de: '{name}: {reason}' },
  source_missing_more: { 'en-US': 'and {count} more', de: 'und {count} weitere' },
  source_flag_price_jump: {
    'en-US': '{name}: {change} on {date}',
    de: '{name}: {change} am {date}',
  },
  source_flag_split_not_posted: {
    'en-US': '{name}: split {change} of {date} is not booked',
    de: '{name}: Split {change} vom {date} ist nicht gebucht',
  },
  source_flag_price_old: {
    'en-US': '{name}: no price since {date}',
    de: '{name}: kein Kurs seit {date}',
  },
  admin_integrations: { 'en-US': 'Integrations', de: 'Datenquellen' },
  source: { 'en-US': 'Source', de: 'Quelle' },
  source_kind: { 'en-US': 'Kind', de: 'Art' },
  source_kind_custodian: { 'en-US': 'Custodian feed', de: 'Depotbank' },
  source_kind_prices: { 'en-US': 'Prices', de: 'Kurse' },
  source_kind_rates: { 'en-US': 'Rates', de: 'Wechselkurse' },
  source_kind_events: { 'en-US': 'Events', de: 'Ereignisse' },
  source_kind_files: { 'en-US': 'Files', de: 'Dateien' },
  source_when: { 'en-US': 'When (UTC)', de: 'Wann (UTC)' },
  source_by_hand: { 'en-US': 'by hand', de: 'von Hand' },
  source_daily: { 'en-US': 'daily {time}', de: 'täglich {time}' },
  source_hourly: { 'en-US': 'hourly', de: 'stündlich' },
  source_last_run: { 'en-US': 'Last run', de: 'Letzter Lauf' },
  source_rows: { 'en-US': 'Rows', de: 'Zeilen' },
  source_result: { 'en-US': 'Result', de: 'Ergebnis' },
  source_status_success: { 'en-US': 'success', de: 'erfolgreich' },
  source_status_no_data: { 'en-US': 'no new data', de: 'keine neuen Daten' },
  source_status_partial: { 'en-US': 'incomplete', de: 'unvollständig' },
  source_status_failed: { 'en-US': 'failed', de: 'fehlgeschlagen' },
  source_status_refused: { 'en-US': 'key refused', de: 'Schlüssel abgelehnt' },
  source_status_late: { 'en-US': 'late', de: 'verspätet' },
  source_paused: { 'en-US': 'paused', de: 'angehalten' },
  source_running: { 'en-US': 'running', de: 'läuft' },
  source_missing: { 'en-US': 'Missing', de: 'Fehlt' },
  source_next: { 'en-US': 'Next', de: 'Nächster' },
  source_run_now: { 'en-US': 'Run now', de: 'Jetzt ausführen' },
  source_run_named: { 'en-US': 'Run now: {name}', de: 'Jetzt ausführen: {name}' },
  source_started: { 'en-US': '{name} is running.', de: '{name} läuft.' },
  source_stop_named: { 'en-US': 'Stop {name}', de: '{name} anhalten' },
  source_pause: { 'en-US': 'Pause', de: 'Anhalten' },
  source_go_on: { 'en-US': 'Let it go on', de: 'Weiterlaufen lassen' },
  source_key: { 'en-US': 'New key', de: 'Neuer Schlüssel' },
  source_key_note: {
    'en-US': 'Stored sealed and never shown. Leave it empty to keep what there is.',
    de: 'Wird versiegelt gespeichert und nie gezeigt. Leer lassen, um nichts zu ändern.',
  },
  source_has_key: { 'en-US': 'A key is stored.', de: 'Ein Schlüssel ist gespeichert.' },
  source_runs: { 'en-US': 'Last runs', de: 'Letzte Läufe' },
  source_no_runs: { 'en-US': 'It has not run yet.', de: 'Sie lief noch nie.' },
  source_run_rows_one: { 'en-US': '{count} row', de: '{count} Zeile' },
  source_run_rows_other: { 'en-US': '{count} rows', de: '{count} Zeilen' },
  source_seconds: { 'en-US': '{seconds} s', de: '{seconds} s' },
  source_not_set_up: {
    'en-US': 'No provider is set up for this source: its files are imported.',
    de: 'Für diese Quelle ist kein Anbieter eingerichtet: Ihre Dateien werden importiert.',
  },
  source_upload: { 'en-US': 'Upload prices', de: 'Kurse hochladen' },
  source_upload_note: {
    'en-US':
      'CSV in UTF-8: isin or symbol, date, price, currency; or currency, date and rate in US dollars. Pence are GBX or GBp. Uploaded data ranks above providers. All of it or nothing.',
    de: 'CSV in UTF-8: isin oder symbol, date, price, currency; oder currency, date und rate in US-Dollar. Pence sind GBX oder GBp. Hochgeladenes geht Anbietern vor. Alles oder nichts.',
  },
  source_file: { 'en-US': 'File', de: 'Datei' },
  source_uploaded: {
    'en-US': '{rows} rows read, {changed} new or different.',
    de: '{rows} Zeilen gelesen, {changed} neu oder anders.',
  },
  source_none: { 'en-US': 'No data sources yet', de: 'Noch keine Datenquellen' },
  source_none_note: {
    'en-US':
      'The operator switches providers on: see docs/market-data.md. Prices can be uploaded at any time.',
    de: 'Der Betreiber schaltet Anbieter ein: siehe docs/market-data.md. Kurse lassen sich jederzeit hochladen.',
  },
})
