import { texts } from '../texts/text.ts'

/** Why a row cannot be imported, by the problem codes of the importers. */
export const importProblemTexts = texts({
  import_line: { 'en-US': 'Line {line}:', de: 'Zeile {line}:' },
  import_needs_columns: {
    'en-US': 'Choose the meaning of the columns.',
    de: 'Bestimmen Sie die Bedeutung der Spalten.',
  },
  import_page: { 'en-US': 'Page {page}, line {line}:', de: 'Seite {page}, Zeile {line}:' },
  import_needs_account: { 'en-US': 'Choose an account.', de: 'Wählen Sie ein Konto.' },
  import_costs_of_cash: {
    'en-US': 'Includes costs that the cash account states.',
    de: 'Mit Kosten, die das Geldkonto nennt.',
  },
  import_taken_back: {
    'en-US': 'The custodian reversed this transaction.',
    de: 'Die Depotbank hat diese Transaktion storniert.',
  },
  import_was_line: {
    'en-US': 'Previously line {line} of {file}; the newer file applies.',
    de: 'Zuvor Zeile {line} von {file}; die neuere Datei gilt.',
  },

  import_problem_not_a_date: { 'en-US': '“{value}” is not a date.', de: '«{value}» ist kein Datum.' },
  import_problem_future_date: {
    'en-US': 'The date {value} is in the future.',
    de: 'Das Datum {value} liegt in der Zukunft.',
  },
  import_problem_no_date: { 'en-US': 'The date is missing.', de: 'Das Datum fehlt.' },
  import_problem_no_cost: {
    'en-US': 'No cost is stated for {value}. It opens at its price of that day.',
    de: 'Für {value} ist kein Einstand angegeben. Die Position wird zum Kurs dieses Tages eröffnet.',
  },
  import_problem_account_not_empty: {
    'en-US':
      'The account already has transactions, so holdings cannot open it. Choose an empty account, or compare the holdings.',
    de: 'Das Konto hat bereits Transaktionen, daher können Bestände es nicht eröffnen. Wählen Sie ein leeres Konto, oder gleichen Sie die Bestände ab.',
  },
  import_problem_not_a_number: {
    'en-US': '“{value}” is not a number ({field}).',
    de: '«{value}» ist keine Zahl ({field}).',
  },
  import_problem_number_too_long: {
    'en-US': 'The number in {field} has too many digits.',
    de: 'Die Zahl in {field} hat zu viele Stellen.',
  },
  import_problem_not_a_currency: {
    'en-US': '“{value}” is not a currency.',
    de: '«{value}» ist keine Währung.',
  },
  import_problem_no_quote_currency: {
    'en-US':
      'The file does not say in which currency the rates are. Add a column with currency pairs, such as EUR/CHF.',
    de: 'Die Datei sagt nicht, in welcher Währung die Kurse sind. Ergänzen Sie eine Spalte mit Währungspaaren wie EUR/CHF.',
  },
  import_problem_no_base_currency: {
    'en-US':
      'The column {value} does not say which currency its rates are of. Head it with a currency pair, such as EUR/{value}.',
    de: 'Die Spalte {value} sagt nicht, zu welcher Währung die Kurse sind. Überschreiben Sie sie mit einem Währungspaar wie EUR/{value}.',
  },
  import_problem_not_daily: {
    'en-US': '“{value}” is not a series of daily rates.',
    de: '«{value}» ist keine Reihe von Tageskursen.',
  },
  import_problem_base_currency_only: {
    'en-US':
      'This file states all amounts in {value}, whatever currency moved. A Flex query keeps cash apart by currency.',
    de: 'Diese Datei nennt alle Beträge in {value}, welche Währung auch immer bewegt wurde. Eine Flex-Query hält das Geld nach Währungen getrennt.',
  },
  import_problem_stated_twice: {
    'en-US': 'Line {value} states another value for the same day.',
    de: 'Zeile {value} nennt für denselben Tag einen anderen Wert.',
  },
  import_problem_several_files: {
    'en-US': 'The archive holds several files: {value}. Upload one of them.',
    de: 'Das Archiv enthält mehrere Dateien: {value}. Laden Sie eine davon hoch.',
  },
  import_problem_no_currency: { 'en-US': 'The currency is missing.', de: 'Die Währung fehlt.' },
  import_problem_not_an_isin: {
    'en-US': 'The check digit of the ISIN {value} is wrong.',
    de: 'Die Prüfziffer der ISIN {value} stimmt nicht.',
  },
  import_problem_unknown_type: {
    'en-US': '“{value}” is not a known transaction type.',
    de: '«{value}» ist keine bekannte Transaktionsart.',
  },
  import_problem_no_type: {
    'en-US': 'The transaction type is missing.',
    de: 'Die Transaktionsart fehlt.',
  },
  import_problem_not_read: {
    'en-US': 'This row could not be read.',
    de: 'Diese Zeile konnte nicht gelesen werden.',
  },
  import_problem_no_instrument: { 'en-US': 'The security is missing.', de: 'Der Titel fehlt.' },
  import_problem_no_quantity: { 'en-US': 'The quantity is missing.', de: 'Die Anzahl fehlt.' },
  import_problem_cash_of_trade: {
    'en-US':
      'The cash side of a trade, without its quantity. Import the statement of securities too: costs that only this row includes are then added to the trade.',
    de: 'Die Geldseite eines Handels, ohne Anzahl. Importieren Sie auch die Depotumsätze: Kosten, die nur diese Zeile enthält, werden dann beim Handel ergänzt.',
  },
  import_problem_cash_of_trade_costs: {
    'en-US': 'The cash side of a trade. It includes costs of {value}, which are added to the trade.',
    de: 'Die Geldseite eines Handels. Sie enthält Kosten von {value}, die beim Handel ergänzt werden.',
  },
  import_problem_cash_of_trade_stated: {
    'en-US': 'The cash side of a trade that has this amount.',
    de: 'Die Geldseite eines Handels, der diesen Betrag hat.',
  },
  import_problem_cash_of_trade_differs: {
    'en-US':
      'The cash side of a trade. The amounts differ by more than costs explain: {value}. Correct the trade, or leave this row out.',
    de: 'Die Geldseite eines Handels. Die Beträge weichen um mehr als Kosten voneinander ab: {value}. Korrigieren Sie den Handel, oder lassen Sie diese Zeile weg.',
  },
  import_problem_zero_quantity: { 'en-US': 'The quantity is 0.', de: 'Die Anzahl ist 0.' },
  import_problem_no_amount: { 'en-US': 'The amount is missing.', de: 'Der Betrag fehlt.' },
  import_problem_no_other_side: {
    'en-US': 'The other side of this {value} is not in the file.',
    de: 'Die andere Seite fehlt in der Datei ({value}).',
  },
  import_problem_no_ratio: {
    'en-US': 'The file does not state the exchange ratio.',
    de: 'Die Datei nennt das Umtauschverhältnis nicht.',
  },
  import_problem_no_parent: {
    'en-US': 'The file does not state which security this came from.',
    de: 'Die Datei nennt nicht, aus welchem Titel dies hervorging.',
  },
  import_problem_unknown_security: {
    'en-US':
      '{value} is not known yet, and the row does not state its currency. Import its purchase first, or choose the security.',
    de: '{value} ist noch nicht bekannt, und die Zeile nennt keine Währung. Importieren Sie zuerst den Kauf, oder wählen Sie den Titel.',
  },
  import_problem_unclear_number: {
    'en-US': '“{value}” in {field} may mean thousands or a fraction: the file uses both decimal marks.',
    de: '«{value}» in {field} kann Tausender oder Bruchteile meinen: Die Datei verwendet beide Dezimalzeichen.',
  },
  import_problem_unclear_dollar: {
    'en-US': '“{value}” does not say which dollar is meant. Choose it under Number and date formats.',
    de: 'Aus „{value}“ geht nicht hervor, welcher Dollar gemeint ist. Wählen Sie ihn unter Zahlen- und Datumsformate.',
  },
  import_problem_unclear_symbol: {
    'en-US': '“{value}” does not say which currency is meant. A column with its code says it.',
    de: 'Aus „{value}“ geht nicht hervor, welche Währung gemeint ist. Eine Spalte mit ihrem Kürzel sagt es.',
  },
  import_problem_unclear_date: {
    'en-US': '“{value}” may be day and month or month and day. Choose the order of dates.',
    de: '«{value}» kann Tag und Monat oder Monat und Tag meinen. Wählen Sie die Reihenfolge.',
  },
  import_problem_unclear_amount: {
    'en-US': '“{value}” may be before or after fees and taxes. Choose what the amount is.',
    de: '«{value}» kann vor oder nach Gebühren und Steuern gelten. Wählen Sie, was der Betrag ist.',
  },
  import_problem_unclear_sign: {
    'en-US': 'The row does not state the direction of money or units ({field}).',
    de: 'Die Zeile nennt die Richtung von Geld oder Einheiten nicht ({field}).',
  },
  import_problem_unclear_price: {
    'en-US':
      'The amount is a hundredth of quantity times price: choose whether prices are in percent or in pence.',
    de: 'Der Betrag ist ein Hundertstel von Anzahl mal Kurs: Wählen Sie, ob Kurse in Prozent oder in Pence gelten.',
  },
  import_problem_currency_differs: {
    'en-US': 'Two currencies are stated for {field}: {value}.',
    de: 'Für {field} sind zwei Währungen angegeben: {value}.',
  },
  import_problem_unexpected_security: {
    'en-US': 'This type of row moves cash, but the row names a security.',
    de: 'Diese Art von Zeile bewegt Geld, aber die Zeile nennt einen Titel.',
  },
  import_problem_unknown_status: {
    'en-US': '“{value}” is not a known status.',
    de: '«{value}» ist kein bekannter Status.',
  },
  import_problem_unknown_side: {
    'en-US': '“{value}” is not a known direction.',
    de: '«{value}» ist keine bekannte Richtung.',
  },
  import_skipped_other_table: { 'en-US': 'Row of another table.', de: 'Zeile einer anderen Tabelle.' },
  import_skipped_other_account: {
    'en-US': 'Row of another account.',
    de: 'Zeile eines anderen Kontos.',
  },
  import_skipped_ignored: {
    'en-US': 'Ignored because of “{value}”.',
    de: 'Weggelassen wegen «{value}».',
  },
  import_skipped_not_executed: { 'en-US': 'Not executed.', de: 'Nicht ausgeführt.' },
  import_skipped_cash_balance: {
    'en-US': 'Cash, which is compared with the account.',
    de: 'Kontostand, der mit dem Konto abgeglichen wird.',
  },
  import_skipped_total: { 'en-US': 'Total of other rows.', de: 'Summe anderer Zeilen.' },
  import_skipped_internal: {
    'en-US': 'Moves money within the account.',
    de: 'Bewegt Geld innerhalb des Kontos.',
  },
  import_skipped_reservation: { 'en-US': 'Reservation.', de: 'Reservierung.' },
  import_skipped_repeated: {
    'en-US': 'Repeats another row.',
    de: 'Wiederholt eine andere Zeile.',
  },
  import_skipped_no_money: { 'en-US': 'Moves no money.', de: 'Bewegt kein Geld.' },
  import_skipped_no_change: { 'en-US': 'No effect.', de: 'Ohne Wirkung.' },
  import_skipped_reversed: {
    'en-US': 'Reversed by another row.',
    de: 'Durch eine andere Zeile storniert.',
  },
  import_skipped_cancelled: { 'en-US': 'Cancelled in line {value}.', de: 'In Zeile {value} storniert.' },
  import_skipped_corrected: { 'en-US': 'Corrected in line {value}.', de: 'In Zeile {value} korrigiert.' },
  import_skipped_pending: { 'en-US': 'Not yet posted by the bank.', de: 'Von der Bank noch nicht gebucht.' },
  import_skipped_other_section: {
    'en-US': 'In a section that holds no transactions: {value}.',
    de: 'In einem Abschnitt ohne Transaktionen: {value}.',
  },
  import_skipped_not_a_row: {
    'en-US': 'Not a row of the table.',
    de: 'Keine Zeile der Tabelle.',
  },
  import_skipped_other_document: {
    'en-US': 'The bank sends a separate document for this.',
    de: 'Dafür sendet die Bank ein eigenes Dokument.',
  },
  import_problem_no_sold_currency: {
    'en-US': 'The file does not state the currency sold.',
    de: 'Die Datei nennt die verkaufte Währung nicht.',
  },
  import_problem_no_settlement_amount: {
    'en-US': 'The file does not state the cash settlement amount.',
    de: 'Die Datei nennt den Betrag der Barabgeltung nicht.',
  },
  import_problem_not_supported: {
    'en-US': 'This type of row is not supported: {value}.',
    de: 'Diese Art von Zeile wird nicht unterstützt: {value}.',
  },
  import_problem_bad_field: {
    'en-US': 'The field {field} cannot be read: “{value}”.',
    de: 'Das Feld {field} ist nicht lesbar: «{value}».',
  },
  import_problem_missing_field: { 'en-US': 'The field {field} is missing.', de: 'Das Feld {field} fehlt.' },
  import_problem_cell_too_long: {
    'en-US': 'A cell is longer than {value} characters.',
    de: 'Eine Zelle ist länger als {value} Zeichen.',
  },
  import_problem_too_many_columns: {
    'en-US': 'The row has more than {value} columns.',
    de: 'Die Zeile hat mehr als {value} Spalten.',
  },
  import_problem_too_many_values: {
    'en-US': 'The row has more values than the {value} columns of the table. Check its separators.',
    de: 'Die Zeile hat mehr Werte als die {value} Spalten der Tabelle. Prüfen Sie ihre Trennzeichen.',
  },
  import_problem_cut_row: {
    'en-US': 'The file ends within this row. It was probably cut off: get it again.',
    de: 'Die Datei endet mitten in dieser Zeile. Vermutlich wurde sie abgeschnitten: Holen Sie sie neu.',
  },
  import_problem_amount_differs: {
    'en-US': 'Quantity, price and costs do not add up to the amount of this row: {value}.',
    de: 'Anzahl, Kurs und Kosten ergeben nicht den Betrag dieser Zeile: {value}.',
  },
  import_problem_balance_step_differs: {
    'en-US': 'The balance before and this row do not add up to its balance: {value}. A row may be missing.',
    de: 'Der Saldo davor und diese Zeile ergeben nicht ihren Saldo: {value}. Vielleicht fehlt eine Zeile.',
  },
  import_problem_no_closing_balance: {
    'en-US': 'The closing balance is missing. The file may be incomplete.',
    de: 'Der Schlusssaldo fehlt. Die Datei ist vielleicht unvollständig.',
  },
  import_problem_balance_differs: {
    'en-US': 'Opening balance and entries do not add up to the closing balance: {value}.',
    de: 'Anfangssaldo und Einträge ergeben nicht den Schlusssaldo: {value}.',
  },
  import_problem_probable_duplicate: {
    'en-US': 'Probably already posted, on {value}.',
    de: 'Vermutlich schon gebucht, am {value}.',
  },
  import_problem_probable_copy: {
    'en-US': 'Probably the same transaction as in {value}.',
    de: 'Vermutlich dieselbe Transaktion wie in {value}.',
  },
})
