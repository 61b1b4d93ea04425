import { texts } from '../texts/text.ts'

/** Data sources as administrators see them, and the messages of their runs. */
export const sourceTexts = texts({
  source_trouble_unreachable: { 'en-US': '{host} cannot be reached.', de: '{host} ist nicht erreichbar.' },
  source_trouble_too_slow: {
    'en-US': '{host} did not respond in time.',
    de: '{host} hat nicht rechtzeitig geantwortet.',
  },
  source_trouble_http_status: {
    'en-US': '{host} responded with status {status}.',
    de: '{host} antwortete mit Status {status}.',
  },
  source_trouble_key_refused: {
    'en-US': '{host} rejected the key ({status}).',
    de: '{host} hat den Schlüssel abgelehnt ({status}).',
  },
  source_trouble_too_many: {
    'en-US': '{host} limits the number of requests. Trying again later.',
    de: '{host} begrenzt die Anzahl Anfragen. Es wird später erneut versucht.',
  },
  source_trouble_too_large: {
    'en-US': '{host} sent too much data.',
    de: '{host} hat zu viele Daten gesendet.',
  },
  source_trouble_wrong_type: {
    'en-US': '{host} sent an unexpected content type ({type}).',
    de: '{host} hat einen unerwarteten Inhaltstyp gesendet ({type}).',
  },
  source_trouble_unreadable: { 'en-US': 'The response cannot be read.', de: 'Die Antwort ist nicht lesbar.' },
  source_trouble_redirected: {
    'en-US': '{host} redirects elsewhere. Check its address.',
    de: '{host} leitet um. Prüfen Sie die Adresse.',
  },
  source_trouble_unknown_symbol: { 'en-US': 'unknown to the provider', de: 'beim Anbieter unbekannt' },
  source_trouble_invalid_rate: {
    'en-US': 'The rate of {date} is not a number above 0.',
    de: 'Der Kurs vom {date} ist keine Zahl über 0.',
  },
  source_trouble_other_currency: {
    'en-US': 'quoted in {found}, not in {expected}',
    de: 'in {found} notiert, nicht in {expected}',
  },
  source_trouble_not_tried: {
    'en-US': 'skipped after earlier failures of the provider',
    de: 'übersprungen, weil der Anbieter zuvor fehlschlug',
  },
  source_the_provider: { 'en-US': 'The provider', de: 'Der Anbieter' },
  source_coverage: {
    'en-US': '{delivered} of {total} series delivered.',
    de: '{delivered} von {total} Reihen geliefert.',
  },
  source_trouble_server_ended: {
    'en-US': 'The server stopped during the run.',
    de: 'Der Server wurde während des Laufs beendet.',
  },
  source_trouble_access_expired: {
    'en-US': 'Sign-in refused: the access key has expired.',
    de: 'Anmeldung abgelehnt: Der Zugangsschlüssel ist abgelaufen.',
  },
  source_trouble_nothing_new: { 'en-US': 'No new data since {date}.', de: 'Keine neuen Daten seit {date}.' },
  source_trouble_quoted: {
    'en-US': 'Message of the provider: “{message}”',
    de: 'Meldung des Anbieters: «{message}»',
  },
  source_trouble_reported: {
    'en-US': 'The provider reported a problem. Administrators see its message.',
    de: 'Der Anbieter hat ein Problem gemeldet. Administratoren sehen seine Meldung.',
  },
  source_trouble_other: { 'en-US': 'Failed ({code}).', de: 'Fehlgeschlagen ({code}).' },
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
    'en-US': '{name}: split {change} of {date} is not posted',
    de: '{name}: Split {change} vom {date} ist nicht gebucht',
  },
  source_flag_price_old: {
    'en-US': '{name}: no price since {date}',
    de: '{name}: kein Kurs seit {date}',
  },
  admin_integrations: { 'en-US': 'Integrations', de: 'Datenquellen' },
  source: { 'en-US': 'Source', de: 'Quelle' },
  source_kind: { 'en-US': 'Type', de: 'Art' },
  source_kind_custodian: { 'en-US': 'Custodian feed', de: 'Depotbank' },
  source_kind_prices: { 'en-US': 'Prices', de: 'Kurse' },
  source_kind_rates: { 'en-US': 'Exchange rates', de: 'Wechselkurse' },
  source_kind_events: { 'en-US': 'Events', de: 'Ereignisse' },
  source_kind_files: { 'en-US': 'Files', de: 'Dateien' },
  source_when: { 'en-US': 'Schedule (UTC)', de: 'Zeitplan (UTC)' },
  source_by_hand: { 'en-US': 'manual', de: 'manuell' },
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
  source_paused: { 'en-US': 'paused', de: 'pausiert' },
  source_running: { 'en-US': 'running', de: 'läuft' },
  source_missing: { 'en-US': 'Missing', de: 'Fehlt' },
  source_next: { 'en-US': 'Next', de: 'Nächster' },
  source_run_now: { 'en-US': 'Run now', de: 'Jetzt ausführen' },
  source_run_named: { 'en-US': 'Run now: {name}', de: 'Jetzt ausführen: {name}' },
  source_started: { 'en-US': '{name} is running.', de: '{name} läuft.' },
  source_stop_named: { 'en-US': 'Stop {name}', de: '{name} anhalten' },
  source_pause: { 'en-US': 'Pause', de: 'Pausieren' },
  source_go_on: { 'en-US': 'Resume', de: 'Fortsetzen' },
  source_key: { 'en-US': 'New key', de: 'Neuer Schlüssel' },
  source_key_note: {
    'en-US': 'Stored encrypted and never shown. Leave empty to keep the current key.',
    de: 'Wird verschlüsselt gespeichert und nie angezeigt. Leer lassen, um den Schlüssel zu behalten.',
  },
  source_has_key: { 'en-US': 'A key is stored.', de: 'Ein Schlüssel ist gespeichert.' },
  source_runs: { 'en-US': 'Last runs', de: 'Letzte Läufe' },
  source_no_runs: { 'en-US': 'No runs yet', de: 'Noch keine Läufe' },
  source_run_rows_one: { 'en-US': '{count} row', de: '{count} Zeile' },
  source_run_rows_other: { 'en-US': '{count} rows', de: '{count} Zeilen' },
  source_seconds: { 'en-US': '{seconds} s', de: '{seconds} s' },
  source_not_set_up: {
    'en-US': 'No provider is set up for this source. Import its files instead.',
    de: 'Für diese Quelle ist kein Anbieter eingerichtet. Importieren Sie ihre Dateien.',
  },
  source_upload: { 'en-US': 'Upload prices', de: 'Kurse hochladen' },
  upload_problem_no_security: {
    'en-US': "there is no instrument '{name}'.",
    de: 'Es gibt kein Instrument «{name}».',
  },
  upload_problem_other_currency: {
    'en-US': "there is no instrument '{name}' in {unit}.",
    de: 'Es gibt kein Instrument «{name}» in {unit}.',
  },
  upload_problem_several_securities: {
    'en-US': "'{name}' is more than one instrument; add a column currency.",
    de: '«{name}» sind mehrere Instrumente; ergänzen Sie eine Spalte Währung.',
  },
  upload_problem_shared_security: {
    'en-US': "only an administrator may set prices of '{name}'.",
    de: 'Kurse von «{name}» kann nur ein Administrator setzen.',
  },
  upload_problem_negative_price: {
    'en-US': "the price of '{name}' cannot be negative.",
    de: 'Der Kurs von «{name}» kann nicht negativ sein.',
  },
  upload_problem_price_in_percent: {
    'en-US': "the price of '{name}' is in percent, which only prices of bonds and structured products are.",
    de: 'Der Kurs von «{name}» ist in Prozent, wie nur Kurse von Anleihen und strukturierten Produkten.',
  },
  upload_problem_no_dollar_rate: {
    'en-US': 'neither {base} nor {quote} has a rate in USD on {date} or in the week before.',
    de: 'Weder {base} noch {quote} hat am {date} oder in der Woche davor einen Kurs in USD.',
  },
  upload_more_problems: {
    'en-US': '{count} more lines have a problem.',
    de: '{count} weitere Zeilen haben ein Problem.',
  },
  upload_question_name: { 'en-US': '{name} (line {line})', de: '{name} (Zeile {line})' },
  upload_which_security: {
    'en-US': 'The file does not name a security. Choose the security.',
    de: 'Die Datei nennt keinen Titel. Wählen Sie den Titel.',
  },
  upload_rates_by_admin: {
    'en-US': 'Only an administrator may upload rates.',
    de: 'Nur ein Administrator kann Wechselkurse hochladen.',
  },
  upload_no_value: {
    'en-US': 'The file has no row with a value.',
    de: 'Die Datei hat keine Zeile mit einem Wert.',
  },
  upload_title: { 'en-US': 'Upload prices or rates', de: 'Kurse hochladen' },
  upload_send: { 'en-US': 'Upload', de: 'Hochladen' },
  upload_prices_of: { 'en-US': 'Upload prices of {name}', de: 'Kurse hochladen: {name}' },
  upload_from: { 'en-US': 'From', de: 'Aus' },
  upload_from_file: { 'en-US': 'File', de: 'Datei' },
  upload_from_table: { 'en-US': 'Pasted table', de: 'Eingefügte Tabelle' },
  upload_table: { 'en-US': 'Table', de: 'Tabelle' },
  upload_security: { 'en-US': 'Security', de: 'Titel' },
  upload_security_note: {
    'en-US': 'Only for files that do not name it, such as the history of one security.',
    de: 'Nur für Dateien, die ihn nicht nennen, etwa den Verlauf eines einzelnen Titels.',
  },
  upload_shapes: {
    'en-US':
      'Files of the ECB, Yahoo and Stooq, lists of banks (ISIN, date, price, currency; date, pair, rate), or your own with a header, as text, workbook, XML or ZIP. The whole file is read or nothing.',
    de: 'Dateien der EZB, von Yahoo und Stooq, Listen von Banken (ISIN, Datum, Kurs, Währung; Datum, Währungspaar, Kurs) oder eigene mit Kopfzeile, als Text, Arbeitsmappe, XML oder ZIP. Die Datei wird ganz oder gar nicht übernommen.',
  },
  upload_done: {
    'en-US': '{rows} values read, {changed} new or different.',
    de: '{rows} Werte gelesen, {changed} neu oder anders.',
  },
  upload_empty_one: {
    'en-US': '{count} row without a value skipped.',
    de: '{count} Zeile ohne Wert übersprungen.',
  },
  upload_empty_other: {
    'en-US': '{count} rows without a value skipped.',
    de: '{count} Zeilen ohne Wert übersprungen.',
  },
  upload_derived_one: { 'en-US': '{count} rate derived.', de: '{count} Wechselkurs abgeleitet.' },
  upload_derived_other: { 'en-US': '{count} rates derived.', de: '{count} Wechselkurse abgeleitet.' },
  source_enable: { 'en-US': 'Enable a provider', de: 'Anbieter einschalten' },
  source_enable_named: { 'en-US': 'Enable {name}', de: '{name} einschalten' },
  source_enable_note: {
    'en-US':
      'The server then queries it every day. Enter a key only if your contract with the provider has one.',
    de: 'Der Server fragt ihn dann täglich ab. Einen Schlüssel braucht es nur, wenn Ihr Vertrag einen vorsieht.',
  },
  source_enable_none: {
    'en-US': 'Every provider is enabled, or the operator allows none.',
    de: 'Alle Anbieter sind eingeschaltet, oder der Betreiber erlaubt keine.',
  },
  source_enabled: { 'en-US': '{name} is enabled.', de: '{name} ist eingeschaltet.' },
  source_provider: { 'en-US': 'Provider', de: 'Anbieter' },
  source_key_optional: { 'en-US': 'Key (optional)', de: 'Schlüssel (optional)' },
  source_file: { 'en-US': 'File', de: 'Datei' },
  source_none: { 'en-US': 'No data sources yet', de: 'Noch keine Datenquellen' },
  source_none_note: {
    'en-US': 'Enable a provider of prices or rates, or upload files.',
    de: 'Schalten Sie einen Anbieter von Kursen ein, oder laden Sie Dateien hoch.',
  },
})
