import { fillText } from '../texts/fill.ts'
import type { Language } from '../texts/text.ts'

/**
 * German texts of the messages that the server composes, by their English form. Values are in braces. The messages of
 * error codes are in the error catalogue.
 */
export const serverMessages: Readonly<Record<string, string>> = {
  'This is required.': 'Dies ist erforderlich.',
  'Use text.': 'Geben Sie einen Text ein.',
  'Use a number.': 'Geben Sie eine Zahl ein.',
  'Use a whole number.': 'Geben Sie eine ganze Zahl ein.',
  'Use true or false.': 'Verwenden Sie true oder false.',
  'Use a list.': 'Verwenden Sie eine Liste.',
  'Use an object.': 'Verwenden Sie ein Objekt.',
  'Use one of: {values}.': 'Verwenden Sie eines von: {values}.',
  'Use one of: {values}, or a year such as 2024.':
    'Verwenden Sie eines von: {values} oder ein Jahr wie 2024.',
  'Use one of: {values}; a minus in front reverses the order.':
    'Verwenden Sie eines von: {values}; ein Minus davor kehrt die Reihenfolge um.',
  'Use at most {maximum} characters.': 'Verwenden Sie höchstens {maximum} Zeichen.',
  'Use at most {maximum} entries.': 'Verwenden Sie höchstens {maximum} Einträge.',
  'Use at most {maximum}.': 'Verwenden Sie höchstens {maximum}.',
  'Use at least {minimum} characters.': 'Verwenden Sie mindestens {minimum} Zeichen.',
  'Use at least {minimum} entries.': 'Verwenden Sie mindestens {minimum} Einträge.',
  'Use at least {minimum}.': 'Verwenden Sie mindestens {minimum}.',
  'Use more than {minimum} characters.': 'Verwenden Sie mehr als {minimum} Zeichen.',
  'Use more than {minimum} entries.': 'Verwenden Sie mehr als {minimum} Einträge.',
  'Use more than {minimum}.': 'Verwenden Sie mehr als {minimum}.',
  'Use a whole number from {min} to {max}.': 'Verwenden Sie eine ganze Zahl von {min} bis {max}.',
  'Choose an entry of the list.': 'Wählen Sie einen Eintrag der Liste.',
  'Choose at least one type of event.': 'Wählen Sie mindestens eine Ereignisart.',
  'Choose at least one way to be notified.': 'Wählen Sie mindestens einen Weg der Benachrichtigung.',
  'Use the id of a position.': 'Verwenden Sie die Kennung einer Position.',
  'Use the id of a transaction.': 'Verwenden Sie die Kennung einer Transaktion.',
  'Contains an invalid character.': 'Enthält ein ungültiges Zeichen.',
  'Unknown field. Use one of: {values}.': 'Unbekanntes Feld. Verwenden Sie eines von: {values}.',
  'Unknown field. None is allowed here.': 'Unbekanntes Feld. Hier ist keines erlaubt.',
  'Use 1 to 255 visible ASCII characters.': 'Verwenden Sie 1 bis 255 sichtbare ASCII-Zeichen.',
  'Use the filter object as JSON text.': 'Verwenden Sie das Filterobjekt als JSON-Text.',
  'Send refresh or refresh_token, not both.': 'Senden Sie refresh oder refresh_token, nicht beides.',
  'Send expires_in_days or expires_at, not both.':
    'Senden Sie expires_in_days oder expires_at, nicht beides.',

  'Use a date such as 2026-11-13.': 'Geben Sie ein Datum wie 2026-11-13 ein.',
  'Use a date from 1800 to 2299.': 'Das Datum muss zwischen 1800 und 2299 liegen.',
  'Use a date from {first} to today.': 'Das Datum muss zwischen {first} und heute liegen.',
  'Use a time such as 2026-11-13T16:30:00Z.': 'Geben Sie eine Zeit wie 2026-11-13T16:30:00Z ein.',
  'Use a time zone such as Europe/Zurich.': 'Wählen Sie eine Zeitzone wie Europe/Zurich.',
  'The date cannot be in the future.': 'Das Datum darf nicht in der Zukunft liegen.',
  'Must be in the future.': 'Muss in der Zukunft liegen.',
  'The end date cannot be before the start date.': 'Das Enddatum darf nicht vor dem Anfangsdatum liegen.',
  'The range can have at most {count} days.': 'Der Zeitraum darf höchstens {count} Tage umfassen.',
  'A named period has no dates. Leave the name null for a custom period.':
    'Ein benannter Zeitraum hat keine Daten. Lassen Sie den Namen für eigene Daten leer.',
  'A custom period needs a start date or an end date.':
    'Ein eigener Zeitraum braucht ein Anfangs- oder Enddatum.',
  'No figures for this period. Choose dates from {first} to {last}.':
    'Keine Zahlen für diesen Zeitraum. Wählen Sie Daten vom {first} bis {last}.',

  'Use a three-letter currency code of ISO 4217, such as CHF.':
    'Verwenden Sie einen Währungscode nach ISO 4217 wie CHF.',
  'Use a currency such as CHF, or a minor unit: GBp, GBX, ZAc or ILA.':
    'Verwenden Sie eine Währung wie CHF oder eine Untereinheit: GBp, GBX, ZAc oder ILA.',
  'Use a two-letter country code of ISO 3166-1, such as CH.':
    'Verwenden Sie einen Ländercode nach ISO 3166-1 wie CH.',
  'Use two-letter country codes such as CH, or none.': 'Verwenden Sie Ländercodes wie CH oder none.',
  'Use an ISIN such as CH0038863350.': 'Geben Sie eine ISIN wie CH0038863350 ein.',
  'Use an email address such as name@example.com.': 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  'Use letters, digits, dots, dashes and underscores.':
    'Verwenden Sie Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
  'Use lowercase letters, digits, dashes and underscores.':
    'Verwenden Sie Kleinbuchstaben, Ziffern, Binde- und Unterstriche.',
  'Use lowercase letters, digits, dots, colons, dashes and underscores.':
    'Verwenden Sie Kleinbuchstaben, Ziffern, Punkte, Doppelpunkte, Binde- und Unterstriche.',
  'Enter the 6 digits.': 'Geben Sie die 6 Ziffern ein.',
  'Enter the 6 digits, or a backup code.': 'Geben Sie die 6 Ziffern oder einen Ersatzcode ein.',

  'Use at most two decimals of a percent.': 'Verwenden Sie höchstens zwei Nachkommastellen eines Prozents.',
  'The weights add up to {sum}%. They must add up to 100%.':
    'Die Gewichte ergeben {sum} %. Sie müssen 100 % ergeben.',
  'The weight must lie within its band.': 'Das Gewicht muss innerhalb seiner Bandbreite liegen.',
  'This is listed twice.': 'Dies ist doppelt aufgeführt.',
  'This date is listed twice.': 'Dieses Datum ist doppelt aufgeführt.',
  'Enter one weight for each component.': 'Geben Sie für jeden Bestandteil ein Gewicht ein.',
  'Components and weights are changed together.': 'Bestandteile und Gewichte werden zusammen geändert.',
  'A strategy has no groups.': 'Eine Strategie hat keine Gruppen.',
  'A position has no benchmark.': 'Eine Position hat keine Benchmark.',
  'Not a group of this division.': 'Keine Gruppe dieser Aufteilung.',
  'An index cannot be held.': 'Ein Index kann nicht gehalten werden.',
  'Choose the class of this index.': 'Wählen Sie die Klasse dieses Index.',
  'It has transactions, and an index is not held. Add another instrument instead.':
    'Es hat Transaktionen, und ein Index wird nicht gehalten. Fügen Sie stattdessen ein anderes Instrument hinzu.',
  'It does not fit these benchmarks then: {names}. Take it out of them first, or add another index.':
    'Er passt dann nicht mehr zu diesen Benchmarks: {names}. Nehmen Sie ihn zuerst dort heraus, oder fügen Sie einen anderen Index hinzu.',
  'It does not fit benchmarks of others then. Add another index instead.':
    'Er passt dann nicht mehr zu Benchmarks anderer. Fügen Sie stattdessen einen anderen Index hinzu.',
  'Only an index has a return type.': 'Nur ein Index hat eine Renditeart.',
  'Say whether its levels are of price or total return.':
    'Geben Sie an, ob seine Stände ohne oder mit Ausschüttungen sind.',
  'This is a price index: choose price return, or the index with distributions.':
    'Das ist ein Kursindex: Wählen Sie die Kursrendite oder den Index mit Ausschüttungen.',
  'This is a total return index: choose total return, or the index without distributions.':
    'Das ist ein Performanceindex: Wählen Sie die Gesamtrendite oder den Index ohne Ausschüttungen.',
  'A group has no price. Enter a change in percent.':
    'Eine Gruppe hat keinen Kurs. Geben Sie eine Veränderung in Prozent ein.',
  'Enter a price or a change.': 'Geben Sie einen Kurs oder eine Veränderung ein.',
  'Enter a rate or a change.': 'Geben Sie einen Wechselkurs oder eine Veränderung ein.',
  'Enter a change above −100%.': 'Geben Sie eine Veränderung über −100 % ein.',
  'Choose another currency.': 'Wählen Sie eine andere Währung.',
  'There is no price to change. Enter a price.':
    'Es gibt keinen Kurs, der sich verändern könnte. Geben Sie einen Kurs ein.',
  'No exchange rate from {currency} to {other}.': 'Kein Wechselkurs von {currency} zu {other}.',
  'No price for {name}. Enter one.': 'Kein Kurs für {name}. Geben Sie einen ein.',
  'Only a position to hold can be negative.': 'Nur ein Bestand, der gehalten werden soll, kann negativ sein.',
  'The net asset value is unknown. Enter a quantity.':
    'Das Nettovermögen ist unbekannt. Geben Sie eine Anzahl ein.',
  'There is no exchange rate for this currency. Enter a quantity.':
    'Für diese Währung gibt es keinen Wechselkurs. Geben Sie eine Anzahl ein.',
  'You have no family yet. An administrator creates or assigns one.':
    'Sie haben noch keine Familie. Ein Administrator legt eine an oder teilt sie zu.',
  'Choose a family.': 'Wählen Sie eine Familie.',
  'Choose a family: {families} and {count} more.': 'Wählen Sie eine Familie: {families} und {count} weitere.',
  'Choose a family: {families}.': 'Wählen Sie eine Familie: {families}.',
  'Staff do not belong to a family.': 'Mitarbeitende gehören zu keiner Familie.',
  'Only advisers are assigned families.': 'Nur Beratern werden Familien zugeteilt.',
  'Staff see all accounts of their families.': 'Mitarbeitende sehen alle Konten ihrer Familien.',
  'The demo account is shared and cannot use two-factor authentication.':
    'Das Demokonto wird geteilt und kann die Zwei-Faktor-Anmeldung nicht verwenden.',
  'This invitation is for another address. Leave it out.':
    'Diese Einladung gilt für eine andere Adresse. Lassen Sie sie weg.',
  'Type the name exactly as shown to delete it. It holds {count} transactions.':
    'Geben Sie zum Löschen den Namen genau wie angezeigt ein. Es enthält {count} Transaktionen.',

  'Choose a position or an instrument.': 'Wählen Sie eine Position oder ein Instrument.',
  'Choose another account of the same family.': 'Wählen Sie ein anderes Konto derselben Familie.',
  'Choose a different currency than the one paid.': 'Wählen Sie eine andere Währung als die bezahlte.',
  'Choose two different currencies.': 'Wählen Sie zwei verschiedene Währungen.',
  'Settlement date must be on or after the trade date.':
    'Das Valutadatum darf nicht vor dem Handelsdatum liegen.',
  'Enter the quantity.': 'Geben Sie die Anzahl ein.',
  'Enter the quantity bought.': 'Geben Sie die gekaufte Anzahl ein.',
  'Enter the quantity bought, or with a minus the quantity sold.':
    'Geben Sie die gekaufte Anzahl ein, oder mit Minus die verkaufte.',
  'Enter the number of new units per old unit.': 'Geben Sie die Anzahl neuer Einheiten je alte Einheit ein.',
  'Enter the amount.': 'Geben Sie den Betrag ein.',
  'Enter the amount received.': 'Geben Sie den erhaltenen Betrag ein.',
  'Enter the currency received.': 'Geben Sie die erhaltene Währung ein.',
  'Enter the price or the amount.': 'Geben Sie den Kurs oder den Betrag ein.',
  'Enter the price or the value.': 'Geben Sie den Kurs oder den Wert ein.',
  'Enter the amount or the price.': 'Geben Sie den Betrag oder den Kurs ein.',
  'Enter the exchange rate.': 'Geben Sie den Wechselkurs ein.',
  'The price cannot be negative.': 'Der Kurs darf nicht negativ sein.',
  'This cannot be negative.': 'Dies darf nicht negativ sein.',
  'A value cannot be negative. Enter 0 for an asset without value.':
    'Ein Wert darf nicht negativ sein. Geben Sie 0 für einen wertlosen Vermögenswert ein.',
  'Only futures, commodities and other assets can have a negative price.':
    'Nur Futures, Rohstoffe und übrige Anlagen können einen negativen Kurs haben.',
  'Only bonds, structured products and loans have accrued interest.':
    'Nur Anleihen, strukturierte Produkte und Darlehen haben Marchzins.',
  'Accrued interest cannot exceed the amount.': 'Der Marchzins darf den Betrag nicht übersteigen.',
  'Futures and forwards cannot be received as income.':
    'Futures und Termingeschäfte können nicht als Ertrag zugehen.',
  'State the value in the currency of the instrument.':
    'Geben Sie den Wert in der Währung des Instruments an.',
  'Only new shares of a spin-off have a share of the cost.':
    'Nur neue Aktien einer Abspaltung haben einen Anteil am Einstandswert.',
  'Only dates, costs and the note of this transaction can be corrected.':
    'Bei dieser Transaktion lassen sich nur Daten, Kosten und Notiz korrigieren.',
  'The type of a transfer between accounts cannot be changed.':
    'Die Art eines Übertrags zwischen Konten lässt sich nicht ändern.',
  'Add, correct or void one transaction.': 'Erfassen, korrigieren oder stornieren Sie eine Transaktion.',
  'Name the transaction.': 'Nennen Sie die Transaktion.',
  'This transaction was voided. Restore it first.':
    'Diese Transaktion wurde storniert. Stellen Sie sie zuerst wieder her.',
  'This transaction is already voided.': 'Diese Transaktion ist bereits storniert.',
  'This transaction is not voided.': 'Diese Transaktion ist nicht storniert.',
  'A position cannot be linked with itself.': 'Eine Position kann nicht mit sich selbst verknüpft werden.',
  'Only a position has an original currency.': 'Nur eine Position hat eine Originalwährung.',
  'Only a single position has this figure.': 'Nur eine einzelne Position hat diese Kennzahl.',
  'This target already exists.': 'Dieses Ziel besteht bereits.',

  'Required for the type {type}.': 'Für die Art {type} erforderlich.',
  'This cannot be changed once a transaction is posted.':
    'Dies lässt sich nach der ersten Transaktion nicht mehr ändern.',
  'Its prices and transactions are in this currency. Add another instrument instead.':
    'Kurse und Transaktionen lauten auf diese Währung. Erfassen Sie stattdessen ein anderes Instrument.',
  'Use the currency of the instrument, or a unit of it.':
    'Verwenden Sie die Währung des Instruments oder eine Untereinheit.',
  'Entry not found.': 'Eintrag nicht gefunden.',
  'Only a posted entry can be voided.': 'Nur ein gebuchter Eintrag lässt sich stornieren.',
  'There is already a valuation on that day.': 'An diesem Tag besteht bereits eine Bewertung.',
  'Only {amount} is outstanding that day.': 'An diesem Tag sind nur {amount} ausstehend.',
  'Only {quantity} are held that day.': 'An diesem Tag werden nur {quantity} gehalten.',
  'Quantity times price is {amount}.': 'Anzahl mal Kurs ergibt {amount}.',
  'Nothing is held that day.': 'An diesem Tag wird nichts gehalten.',
  'Nothing is held that day. Enter the purchase first.':
    'An diesem Tag wird nichts gehalten. Erfassen Sie zuerst den Kauf.',
  'This would settle a part: use the type settlement.':
    'Das würde einen Teil abrechnen: Verwenden Sie die Art Abrechnung.',
  'On {date} more would be sold than is held.': 'Am {date} würde mehr verkauft, als gehalten wird.',
  'The entry of {date} would no longer be valid. {reason}':
    'Der Eintrag vom {date} wäre nicht mehr gültig. {reason}',

  'This account does not exist.': 'Konto nicht gefunden.',
  'This account belongs to a different family than the import.':
    'Dieses Konto gehört zu einer anderen Familie als der Import.',
  'This instrument does not exist.': 'Instrument nicht gefunden.',
  'This file has no columns to name.': 'Diese Datei hat keine Spalten zu benennen.',
  'This would make the differences larger.': 'Das würde die Abweichungen vergrössern.',
  'Save the file as UTF-8.': 'Speichern Sie die Datei als UTF-8.',
  'No holdings were found in this PDF. Import its transactions instead.':
    'In diesem PDF wurden keine Bestände gefunden. Importieren Sie stattdessen die Transaktionen.',
  'The file contains neither holdings nor cash.': 'Die Datei enthält weder Bestände noch Liquidität.',
  'The file contains no holdings. Save a CSV as UTF-8.':
    'Die Datei enthält keine Bestände. Speichern Sie eine CSV-Datei als UTF-8.',
  'The file contains no holdings, and as CSV it has no column {column}.':
    'Die Datei enthält keine Bestände und hat als CSV keine Spalte {column}.',
  'A statement has at most {count} lines.': 'Ein Auszug hat höchstens {count} Zeilen.',
  'The file does not state its date.': 'Die Datei nennt kein Datum.',
  'There are no rows below the header.': 'Unter der Kopfzeile stehen keine Zeilen.',
  'The file has several account numbers: {numbers}. Confirm that all are of this account.':
    'Die Datei hat mehrere Kontonummern: {numbers}. Bestätigen Sie, dass alle zu diesem Konto gehören.',
  'The file belongs to account {number}, which is {name}.':
    'Die Datei gehört zum Konto {number}, das ist {name}.',
  'The file belongs to account {number}. This account has the number {own}.':
    'Die Datei gehört zum Konto {number}. Dieses Konto hat die Nummer {own}.',
  'Line {line}: {reason}': 'Zeile {line}: {reason}',
  "'{value}' is not a date such as 2026-11-13.": '«{value}» ist kein Datum wie 2026-11-13.',

  'Use a time such as 06:30.': 'Geben Sie eine Zeit wie 06:30 ein.',
  'A token has no spaces.': 'Ein Token enthält keine Leerzeichen.',
  'Use the number of the Flex query, such as 981204.':
    'Geben Sie die Nummer der Flex-Abfrage ein, etwa 981204.',
  'This installation has no inbox. The operator sets PLUMBLINE_INBOX.':
    'Diese Installation hat keinen Eingang. Der Betreiber setzt PLUMBLINE_INBOX.',
  'Enter the token.': 'Geben Sie das Token ein.',
  'Enter the number of the query.': 'Geben Sie die Nummer der Abfrage ein.',
  'The family has no account at this custodian.': 'Die Familie hat kein Konto bei dieser Depotbank.',
  'Only the Flex Web Service has this.': 'Das gibt es nur beim Flex Web Service.',
  'A note cannot be done.': 'Eine Notiz lässt sich nicht erledigen.',
  'Only a task has an assignee and a due date.':
    'Nur eine Aufgabe hat eine zuständige Person und ein Fälligkeitsdatum.',
  'Choose two different families.': 'Wählen Sie zwei verschiedene Familien.',
  'Use two different currencies.': 'Wählen Sie zwei verschiedene Währungen.',
  'Neither {base} nor {quote} has a rate in USD on {date} or in the week before. Enter one of them first.':
    'Weder {base} noch {quote} hat am {date} oder in der Woche davor einen Wechselkurs in USD. Erfassen Sie zuerst einen davon.',
  'Only an administrator may manage prices of this security.':
    'Nur Administratoren dürfen Kurse dieses Titels verwalten.',

  'Only an administrator may change this security.': 'Nur Administratoren dürfen diesen Titel ändern.',
  'Only an administrator may change identifiers other than cusip, sedol, wkn, valor, figi and cfi.':
    'Nur Administratoren dürfen andere Kennungen als cusip, sedol, wkn, valor, figi und cfi ändern.',
  'Use the four characters of the MIC, such as XSWX.': 'Verwenden Sie die vier Zeichen des MIC, etwa XSWX.',
  'The check digit is wrong.': 'Die Prüfziffer ist falsch.',
  'Use nine characters with a valid check digit, such as 037833100.':
    'Verwenden Sie neun Zeichen mit gültiger Prüfziffer, etwa 037833100.',
  'Use seven characters with a valid check digit, such as 0263494.':
    'Verwenden Sie sieben Zeichen mit gültiger Prüfziffer, etwa 0263494.',
  'Use six characters, such as 710000.': 'Verwenden Sie sechs Zeichen, etwa 710000.',
  'Use digits only, such as 3886335.': 'Verwenden Sie nur Ziffern, etwa 3886335.',
  'Use twelve characters with a valid check digit, such as BBG000BLNNH6.':
    'Verwenden Sie zwölf Zeichen mit gültiger Prüfziffer, etwa BBG000BLNNH6.',
  'Use six capital letters, such as ESVUFR.': 'Verwenden Sie sechs Grossbuchstaben, etwa ESVUFR.',
  'The instrument it was merged into was merged as well. Undo that merge first.':
    'Das Zielinstrument wurde ebenfalls zusammengeführt. Machen Sie zuerst jene Zusammenführung rückgängig.',
  'Choose a security, or describe a new one.': 'Wählen Sie einen Titel, oder beschreiben Sie einen neuen.',
  'Choose another security.': 'Wählen Sie einen anderen Titel.',
  'There is a security with this ISIN and currency. Choose it.':
    'Es gibt einen Titel mit dieser ISIN und Währung. Wählen Sie diesen.',
  'Choose another instrument.': 'Wählen Sie ein anderes Instrument.',
  'They are quoted in different currencies.': 'Sie notieren in verschiedenen Währungen.',
  'Keep the instrument of the platform, or one of the same family.':
    'Behalten Sie das Instrument der Plattform oder eines derselben Familie.',
  'Contract size, expiry, strike or coupon differ.':
    'Kontraktgrösse, Verfall, Ausübungspreis oder Coupon sind verschieden.',
  'One is the underlying of the other.': 'Eines ist der Basiswert des anderen.',

  'It was broken off several times. Please try again.':
    'Der Auftrag wurde mehrmals abgebrochen. Bitte versuchen Sie es erneut.',
  'The report was deleted.': 'Der Bericht wurde gelöscht.',
  'Ooops, the check did not work. Please try again.':
    'Ooops, die Prüfung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  'Ooops, nothing was posted. Please try again.':
    'Ooops, es wurde nichts gebucht. Bitte versuchen Sie es erneut.',
  'Stopped. Nothing was posted.': 'Abgebrochen. Es wurde nichts gebucht.',
  'There is a manual account “{name}”. Choose another name.':
    'Es gibt bereits ein manuelles Konto «{name}». Wählen Sie einen anderen Namen.',
  'The account “{name}” is managed by a custodian.': 'Das Konto «{name}» wird von einer Depotbank geführt.',
}

interface Pattern {
  names: readonly string[]
  pattern: RegExp
  german: string
}

/** Messages with values. The longest English text comes first: a shorter one may match its beginning. */
const patterns: readonly Pattern[] = Object.entries(serverMessages)
  .filter(([english]) => english.includes('{'))
  .toSorted(([one], [other]) => other.length - one.length)
  .map(([english, german]) => ({
    names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
    pattern: new RegExp(
      `^${english
        .split(/\{\w+\}/)
        .map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
        .join('(.*)')}$`,
      's',
    ),
    german,
  }))

/** Translates a message of the server; undefined where the catalogue has none. Reasons within a message are translated too. */
export function translateServerMessage(message: string, language: Language): string | undefined {
  if (language === 'en-US') return message
  const exact = serverMessages[message]
  if (exact !== undefined) return exact
  for (const { names, pattern, german } of patterns) {
    const values = pattern.exec(message)?.slice(1)
    if (values === undefined) continue
    const entries = names.map((name, place) => {
      const value = values[place] ?? ''
      return [name, name === 'reason' ? (translateServerMessage(value, language) ?? value) : value]
    })
    return fillText(german, Object.fromEntries(entries))
  }
  return undefined
}
