import { texts } from '../texts/text.ts'

/** Why a feed failed or a delivered file waits: messages of the server. */
export const feedMessageTexts = texts({
  source_trouble_flex_later: {
    'en-US': 'Interactive Brokers cannot deliver the statement yet ({code}). It is tried again.',
    de: 'Interactive Brokers kann den Auszug noch nicht liefern ({code}). Es wird erneut versucht.',
  },
  source_trouble_flex_busy: {
    'en-US': 'Interactive Brokers limits the requests of this token ({code}). It is tried again later.',
    de: 'Interactive Brokers begrenzt die Abfragen dieses Tokens ({code}). Es wird später erneut versucht.',
  },
  source_trouble_flex_unavailable: {
    'en-US':
      'Interactive Brokers has no statement for this query and period (1003). Check the period of the query.',
    de: 'Interactive Brokers hat für diese Abfrage und diesen Zeitraum keinen Auszug (1003). Prüfen Sie den Zeitraum der Abfrage.',
  },
  source_trouble_flex_legacy: {
    'en-US': 'The query is of an outdated type (1010). Create an Activity Flex query and enter its number.',
    de: 'Die Abfrage ist von einer alten Art (1010). Legen Sie eine Activity-Flex-Abfrage an und geben Sie deren Nummer ein.',
  },
  source_trouble_flex_inactive: {
    'en-US':
      'The Flex Web Service is switched off for this account (1011). Activate it at Interactive Brokers.',
    de: 'Der Flex Web Service ist für dieses Konto ausgeschaltet (1011). Aktivieren Sie ihn bei Interactive Brokers.',
  },
  source_trouble_flex_token_expired: {
    'en-US': 'The token has expired (1012). Create a new one at Interactive Brokers and enter it here.',
    de: 'Das Token ist abgelaufen (1012). Erstellen Sie bei Interactive Brokers ein neues und geben Sie es hier ein.',
  },
  source_trouble_flex_ip: {
    'en-US': 'The token is limited to another IP address (1013). Allow the address of this server.',
    de: 'Das Token gilt nur für eine andere IP-Adresse (1013). Erlauben Sie die Adresse dieses Servers.',
  },
  source_trouble_flex_query: {
    'en-US': 'The query does not exist (1014). Check its number.',
    de: 'Die Abfrage gibt es nicht (1014). Prüfen Sie ihre Nummer.',
  },
  source_trouble_flex_token: {
    'en-US': 'Interactive Brokers does not know this token (1015). Enter the current one.',
    de: 'Interactive Brokers kennt dieses Token nicht (1015). Geben Sie das aktuelle ein.',
  },
  source_trouble_flex_account: {
    'en-US': 'The account of the query is not valid (1016). Check the accounts of the query.',
    de: 'Das Konto der Abfrage ist ungültig (1016). Prüfen Sie die Konten der Abfrage.',
  },
  source_trouble_flex_refused: {
    'en-US': 'Interactive Brokers refuses the request ({code}). Check token and query.',
    de: 'Interactive Brokers lehnt die Abfrage ab ({code}). Prüfen Sie Token und Abfrage.',
  },
  source_trouble_no_token: {
    'en-US': 'No token is set. Enter the token of the Flex Web Service.',
    de: 'Es ist kein Token hinterlegt. Geben Sie das Token des Flex Web Service ein.',
  },
  source_trouble_file_failed: { 'en-US': '{file} cannot be used.', de: '{file} ist nicht verwendbar.' },
  source_trouble_folder: {
    'en-US': 'The folder of the inbox cannot be read ({code}).',
    de: 'Der Ordner des Eingangs ist nicht lesbar ({code}).',
  },
  source_trouble_not_compared: {
    'en-US': '{file}: {numbers} was not compared, no account has this number.',
    de: '{file}: {numbers} wurde nicht abgeglichen, kein Konto hat diese Nummer.',
  },
  source_trouble_quiet: { 'en-US': 'No delivery since {date}', de: 'Keine Lieferung seit {date}' },

  delivery_unreadable: { 'en-US': 'Cannot be read', de: 'Nicht lesbar' },
  delivery_columns: {
    'en-US': 'Layout not known: assign its columns.',
    de: 'Aufbau unbekannt: Ordnen Sie die Spalten zu.',
  },
  delivery_account: {
    'en-US':
      'No account at {custodian} has the number {number}. Choose the account, or add the number to it.',
    de: 'Kein Konto bei {custodian} hat die Nummer {number}. Wählen Sie das Konto oder ergänzen Sie seine Nummer.',
  },
  delivery_not_compared: {
    'en-US':
      'Not compared: {numbers}. No account at {custodian} has this number. Upload the file in reconciliation of its account and confirm the number: later files are compared by themselves.',
    de: 'Nicht abgeglichen: {numbers}. Kein Konto bei {custodian} hat diese Nummer. Laden Sie die Datei in der Abstimmung ihres Kontos hoch und bestätigen Sie die Nummer: Spätere Dateien werden von selbst abgeglichen.',
  },
  delivery_account_unnamed: {
    'en-US': 'The file names no account, and there is not exactly one at {custodian}. Choose the account.',
    de: 'Die Datei nennt kein Konto, und bei {custodian} gibt es nicht genau eines. Wählen Sie das Konto.',
  },
  delivery_problems_one: { 'en-US': '{count} row needs review', de: '{count} Zeile ist zu prüfen' },
  delivery_problems_other: { 'en-US': '{count} rows need review', de: '{count} Zeilen sind zu prüfen' },
  delivery_duplicates_one: {
    'en-US': '{count} transaction may be posted already',
    de: '{count} Transaktion ist vielleicht schon gebucht',
  },
  delivery_duplicates_other: {
    'en-US': '{count} transactions may be posted already',
    de: '{count} Transaktionen sind vielleicht schon gebucht',
  },
  delivery_changes_one: {
    'en-US': '{count} row changes a posted transaction',
    de: '{count} Zeile ändert eine gebuchte Transaktion',
  },
  delivery_changes_other: {
    'en-US': '{count} rows change posted transactions',
    de: '{count} Zeilen ändern gebuchte Transaktionen',
  },
  delivery_securities_one: {
    'en-US': '{count} security has a name only, no ISIN or symbol',
    de: '{count} Titel hat nur einen Namen, keine ISIN und kein Symbol',
  },
  delivery_securities_other: {
    'en-US': '{count} securities have a name only, no ISIN or symbol',
    de: '{count} Titel haben nur einen Namen, keine ISIN und kein Symbol',
  },
  delivery_warnings_one: { 'en-US': '{count} note about the file', de: '{count} Hinweis zur Datei' },
  delivery_warnings_other: { 'en-US': '{count} notes about the file', de: '{count} Hinweise zur Datei' },
  delivery_link: {
    'en-US': 'A link, not a file. Links are not followed.',
    de: 'Eine Verknüpfung, keine Datei. Verknüpfungen wird nicht gefolgt.',
  },
  delivery_large: { 'en-US': 'Larger than {size} MB', de: 'Grösser als {size} MB' },
  delivery_storage_full: {
    'en-US': 'The storage of this family is full. Deliver the file again once there is room.',
    de: 'Der Speicherplatz dieser Familie ist voll. Liefern Sie die Datei erneut, sobald Platz ist.',
  },
  delivery_empty: { 'en-US': 'Empty', de: 'Leer' },

  notification_delivery_title: { 'en-US': '{custodian}: {file}', de: '{custodian}: {file}' },
})

/** The screen of the sources. */
export const feedTexts = texts({
  feeds_title: { 'en-US': 'Sources', de: 'Quellen' },
  feeds_note: {
    'en-US': 'where the figures of {family} come from',
    de: 'woher die Zahlen von {family} stammen',
  },
  feeds_note_all: { 'en-US': 'where the figures come from', de: 'woher die Zahlen stammen' },
  feeds_attention_failed: { 'en-US': '{count} failed', de: '{count} fehlgeschlagen' },
  feeds_attention_waiting: { 'en-US': '{count} to check', de: '{count} zu prüfen' },
  feeds_add: { 'en-US': 'Add a source', de: 'Quelle hinzufügen' },
  feeds_run: { 'en-US': 'Run now', de: 'Jetzt abrufen' },
  feeds_run_folder: { 'en-US': 'Check now', de: 'Jetzt prüfen' },
  feeds_run_all: { 'en-US': 'Run all now', de: 'Alle jetzt abrufen' },
  feeds_started_all_one: { 'en-US': '{count} source is running', de: '{count} Quelle läuft' },
  feeds_started_all_other: { 'en-US': '{count} sources are running', de: '{count} Quellen laufen' },
  feeds_started: { 'en-US': '{name} is running', de: '{name} läuft' },
  feeds_custodians: { 'en-US': 'Custodians', de: 'Depotbanken' },
  feeds_custodian: { 'en-US': 'Custodian', de: 'Depotbank' },
  feeds_account: { 'en-US': 'Account', de: 'Konto' },
  feeds_when: { 'en-US': 'When', de: 'Wann' },
  feeds_last: { 'en-US': 'Last delivery', de: 'Letzte Lieferung' },
  feeds_result: { 'en-US': 'Result', de: 'Ergebnis' },
  feeds_next: { 'en-US': 'Next run', de: 'Nächster Lauf' },
  feeds_kind_folder: { 'en-US': 'Folder {folder}', de: 'Ordner {folder}' },
  feeds_kind_folder_plain: { 'en-US': 'Folder', de: 'Ordner' },
  feeds_kind_flex: { 'en-US': 'Flex Web Service, query {query}', de: 'Flex Web Service, Abfrage {query}' },
  feeds_kind_flex_plain: { 'en-US': 'Flex Web Service', de: 'Flex Web Service' },
  feeds_kind_demo: { 'en-US': 'Invented, not a real feed', de: 'Erfunden, keine echte Quelle' },
  feeds_demo: { 'en-US': 'Demo', de: 'Demo' },
  feeds_on_arrival: { 'en-US': 'when a file arrives', de: 'bei Eingang einer Datei' },
  feeds_daily: { 'en-US': 'daily {time}', de: 'täglich {time}' },
  feeds_never: { 'en-US': 'none yet', de: 'noch keine' },
  feeds_paused: { 'en-US': 'paused', de: 'pausiert' },
  feeds_none_next: { 'en-US': 'once it is fixed', de: 'sobald behoben' },
  feeds_files_one: { 'en-US': '{count} file', de: '{count} Datei' },
  feeds_files_other: { 'en-US': '{count} files', de: '{count} Dateien' },
  feeds_transactions_one: { 'en-US': '{count} transaction', de: '{count} Transaktion' },
  feeds_transactions_other: { 'en-US': '{count} transactions', de: '{count} Transaktionen' },
  feeds_holdings_one: { 'en-US': '{count} holding', de: '{count} Bestand' },
  feeds_holdings_other: { 'en-US': '{count} holdings', de: '{count} Bestände' },
  feeds_waiting_one: { 'en-US': '{count} file waits for review', de: '{count} Datei wartet auf Prüfung' },
  feeds_waiting_other: { 'en-US': '{count} files wait for review', de: '{count} Dateien warten auf Prüfung' },
  feeds_quiet: { 'en-US': 'No delivery since {date}', de: 'Keine Lieferung seit {date}' },
  feeds_waiting_first: { 'en-US': 'Waiting for the first file', de: 'Wartet auf die erste Datei' },
  feeds_running: { 'en-US': 'Running now', de: 'Läuft gerade' },
  feeds_no_news: { 'en-US': 'Nothing new', de: 'Nichts Neues' },
  feeds_edit: { 'en-US': 'Edit', de: 'Bearbeiten' },
  feeds_more: { 'en-US': 'More about {name}', de: 'Mehr zu {name}' },
  feeds_remove: { 'en-US': 'Disconnect', de: 'Trennen' },
  feeds_remove_title: { 'en-US': 'Disconnect {name}?', de: '{name} trennen?' },
  feeds_remove_note: {
    'en-US': 'Nothing more is fetched. What was imported and the files in the folder stay.',
    de: 'Es wird nichts mehr abgeholt. Importiertes und die Dateien im Ordner bleiben.',
  },
  feeds_removed: { 'en-US': '{name} disconnected', de: '{name} getrennt' },
  feeds_saved: { 'en-US': '{name} saved', de: '{name} gespeichert' },

  feeds_inbox: { 'en-US': 'Inbox', de: 'Eingang' },
  feeds_upload: { 'en-US': 'Upload', de: 'Hochladen' },
  feeds_inbox_none: { 'en-US': 'No files yet', de: 'Noch keine Dateien' },
  feeds_file: { 'en-US': 'File', de: 'Datei' },
  feeds_format: { 'en-US': 'Recognized as', de: 'Erkannt als' },
  feeds_arrived: { 'en-US': 'Arrived', de: 'Eingegangen' },
  feeds_contents: { 'en-US': 'Contents', de: 'Inhalt' },
  feeds_state: { 'en-US': 'State', de: 'Stand' },
  feeds_review: { 'en-US': 'Review', de: 'Prüfen' },
  feeds_show: { 'en-US': 'Show', de: 'Anzeigen' },
  feeds_unknown: { 'en-US': 'Removed source', de: 'Entfernte Quelle' },
  feeds_repeats_one: { 'en-US': 'came {count} more time', de: 'kam noch {count}-mal' },
  feeds_repeats_other: { 'en-US': 'came {count} more times', de: 'kam noch {count}-mal' },
  feeds_state_received: { 'en-US': 'being read', de: 'wird gelesen' },
  feeds_state_posted: { 'en-US': 'posted', de: 'gebucht' },
  feeds_state_empty: { 'en-US': 'nothing new', de: 'nichts Neues' },
  feeds_state_waiting: { 'en-US': 'waits for review', de: 'wartet auf Prüfung' },
  feeds_state_failed: { 'en-US': 'failed', de: 'fehlgeschlagen' },
  feeds_state_discarded: { 'en-US': 'discarded', de: 'verworfen' },
  feeds_state_undone: { 'en-US': 'import undone', de: 'Import rückgängig gemacht' },
  feeds_to_reconciliation: { 'en-US': 'Reconcile', de: 'Abstimmen' },
  feeds_agrees: { 'en-US': 'agrees with the ledger', de: 'stimmt mit der Buchhaltung überein' },
  feeds_breaks_one: {
    'en-US': '{count} difference from the ledger',
    de: '{count} Abweichung von der Buchhaltung',
  },
  feeds_breaks_other: {
    'en-US': '{count} differences from the ledger',
    de: '{count} Abweichungen von der Buchhaltung',
  },

  feeds_runs: { 'en-US': 'All runs', de: 'Alle Läufe' },
  feeds_runs_failed: { 'en-US': 'Only with problems', de: 'Nur mit Problemen' },
  feeds_runs_started: { 'en-US': 'Started', de: 'Gestartet' },
  feeds_runs_source: { 'en-US': 'Source', de: 'Quelle' },
  feeds_runs_rows: { 'en-US': 'Rows', de: 'Zeilen' },
  feeds_runs_until: { 'en-US': 'Data until', de: 'Daten bis' },
  feeds_market: { 'en-US': 'Market data', de: 'Marktdaten' },
  feeds_provider: { 'en-US': 'Provider', de: 'Anbieter' },
  feeds_last_run: { 'en-US': 'Last run', de: 'Letzter Lauf' },
  feeds_market_manage: { 'en-US': 'Manage', de: 'Verwalten' },

  feeds_empty: { 'en-US': 'No source is connected', de: 'Keine Quelle ist verbunden' },
  feeds_empty_note: {
    'en-US': 'Figures change only when you import a file or enter data.',
    de: 'Die Zahlen ändern sich nur, wenn Sie eine Datei importieren oder Daten erfassen.',
  },
  feeds_empty_client: {
    'en-US': 'Your account manager connects banks and brokers.',
    de: 'Ihr Kundenberater verbindet Banken und Broker.',
  },
  feeds_way_flex: { 'en-US': 'Custodian feed', de: 'Anbindung eines Brokers' },
  feeds_way_flex_note: {
    'en-US': 'Interactive Brokers offers the Flex Web Service: a token and a query number are enough.',
    de: 'Interactive Brokers bietet den Flex Web Service: Ein Token und die Nummer einer Abfrage genügen.',
  },
  feeds_way_flex_when: { 'en-US': 'daily', de: 'täglich' },
  feeds_way_flex_action: { 'en-US': 'Connect', de: 'Verbinden' },
  feeds_way_folder: { 'en-US': 'Folder or SFTP inbox', de: 'Ordner oder SFTP-Eingang' },
  feeds_way_folder_note: {
    'en-US': 'Your bank drops camt.053, MT940, MT535 or PDF statements; each file is read when it arrives.',
    de: 'Ihre Bank legt camt.053-, MT940-, MT535- oder PDF-Auszüge ab; jede Datei wird bei Eingang gelesen.',
  },
  feeds_way_folder_when: { 'en-US': 'on arrival', de: 'bei Eingang' },
  feeds_way_folder_action: { 'en-US': 'Set up the inbox', de: 'Eingang einrichten' },
  feeds_way_folder_off: {
    'en-US': 'This installation has no inbox. The operator sets PLUMBLINE_INBOX.',
    de: 'Diese Installation hat keinen Eingang. Der Betreiber setzt PLUMBLINE_INBOX.',
  },
  feeds_way_market: { 'en-US': 'Prices and rates', de: 'Kurse und Wechselkurse' },
  feeds_way_market_note: {
    'en-US': 'ECB for exchange rates, Yahoo for listed securities, CoinGecko for crypto. No account needed.',
    de: 'EZB für Wechselkurse, Yahoo für kotierte Titel, CoinGecko für Krypto. Kein Konto nötig.',
  },
  feeds_way_market_when: { 'en-US': 'daily', de: 'täglich' },
  feeds_way_market_action: { 'en-US': 'Choose providers', de: 'Anbieter wählen' },
  feeds_way_import: { 'en-US': 'Manual import', de: 'Manueller Import' },
  feeds_way_import_note: {
    'en-US': 'CSV, XLSX, PDF, OFX, Flex and bank formats. You see everything before it is posted.',
    de: 'CSV, XLSX, PDF, OFX, Flex und Bankformate. Sie sehen alles, bevor es gebucht wird.',
  },
  feeds_way_import_when: { 'en-US': 'whenever you like', de: 'wann Sie wollen' },
  feeds_way_import_action: { 'en-US': 'Import a file', de: 'Datei importieren' },
  feeds_tokens_kept: {
    'en-US': 'Tokens are encrypted and never shown again.',
    de: 'Token werden verschlüsselt und nie wieder angezeigt.',
  },

  feeds_form_kind: { 'en-US': 'Type', de: 'Art' },
  feeds_form_kind_folder: { 'en-US': 'Folder or SFTP inbox', de: 'Ordner oder SFTP-Eingang' },
  feeds_form_kind_flex: { 'en-US': 'Flex Web Service', de: 'Flex Web Service' },
  feeds_form_name: { 'en-US': 'Name', de: 'Name' },
  feeds_form_token: { 'en-US': 'Token', de: 'Token' },
  feeds_form_token_note: {
    'en-US': 'From Client Portal: Performance & Reports, Flex Queries, Flex Web Service Configuration.',
    de: 'Aus dem Client Portal: Performance & Reports, Flex Queries, Flex Web Service Configuration.',
  },
  feeds_form_token_keep: {
    'en-US': 'Leave empty to keep the current token.',
    de: 'Leer lassen, um das aktuelle Token zu behalten.',
  },
  feeds_form_query: { 'en-US': 'Query number', de: 'Nummer der Abfrage' },
  feeds_form_query_note: {
    'en-US':
      'An Activity Flex query in XML with trades, cash transactions, open positions and the cash report.',
    de: 'Eine Activity-Flex-Abfrage in XML mit Trades, Cash Transactions, Open Positions und Cash Report.',
  },
  feeds_form_time: { 'en-US': 'Daily at (UTC)', de: 'Täglich um (UTC)' },
  feeds_form_quiet: {
    'en-US': 'Alert after business days without a delivery',
    de: 'Melden nach Werktagen ohne Lieferung',
  },
  feeds_form_active: { 'en-US': 'Active', de: 'Aktiv' },
  feeds_form_connect: { 'en-US': 'Connect', de: 'Verbinden' },
  feeds_form_family: {
    'en-US': 'Choose a family in the header to connect a source.',
    de: 'Wählen Sie oben eine Familie, um eine Quelle zu verbinden.',
  },
  feeds_form_custodian_none: {
    'en-US': 'Open an account at a custodian first.',
    de: 'Eröffnen Sie zuerst ein Konto bei einer Depotbank.',
  },
  feeds_folder_ready: { 'en-US': 'The folder is ready', de: 'Der Ordner ist bereit' },
  feeds_folder_note: {
    'en-US':
      'Let the bank’s SFTP user write to this folder of the inbox. Files are taken within seconds once complete.',
    de: 'Lassen Sie den SFTP-Benutzer der Bank in diesen Ordner des Eingangs schreiben. Vollständige Dateien werden innert Sekunden übernommen.',
  },

  first_feed: { 'en-US': 'Daily figures straight from the bank', de: 'Tägliche Zahlen direkt von der Bank' },
  first_feed_note: {
    'en-US': 'Connect a broker or a folder for the files of your bank.',
    de: 'Verbinden Sie einen Broker oder einen Ordner für die Dateien Ihrer Bank.',
  },
  first_feed_action: { 'en-US': 'Connect a source', de: 'Quelle verbinden' },
})
