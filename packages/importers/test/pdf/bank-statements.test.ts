import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

function read(text: string) {
  const { transactions, problems } = readStatementLines(text.trim().split('\n'))
  expect(problems).toEqual([])
  return transactions
}

describe('account statements of banks', () => {
  it('Consorsbank: the closing is interest, and a value date may lie in the next year', () => {
    expect(
      read(`
Consorsbank 90318 Nürnberg
Soll Haben
Buchungssaldo alt
100,00+
Kontoauszug 12 Konto-Nr. 0820011111 Blatt 1 / 1
Datum 31.12.21 Bankleitzahl 760 300 80 Kontowährung EUR
Text/Verwendungszweck Datum PNNr Wert Soll Haben
ZINS/DIVID. 10.12. 8809 09.12. 11,66+
GEBUEHREN 21.12. 8420 21.12. 5,00-
GUTSCHRIFT 30.12. 8420 03.01. 50,00+
ABSCHLUSS 31.12. 8800 31.12. 1,22-
`),
    ).toMatchObject([
      { kind: 'deposit', rejected: 'other-document' },
      { kind: 'fee', date: '2021-12-21', amount: '5', rejected: null },
      { kind: 'deposit', date: '2022-01-03', amount: '50' },
      { kind: 'interestCharge', date: '2021-12-31', amount: '1.22' },
    ])
  })

  it('flatex and onvista: unknown words are money in or out, those of trades come with a note', () => {
    expect(
      read(`
flatexDEGIRO Bank AG info@flatex.de
Kontoauszug Nr:   1/2023
Kontowährung: EUR
Alter Saldo 1.000,00 EUR +
Buch.Tag Valuta BuNr Buchungstext Betrag
03.01. 03.01. Erträgnisausschüttung DE0007164600 30,00 +
05.01. 05.01. Habenzinsen 1,00 +
06.01. 06.01. Retoure Lastschrift 10,00 -
`),
    ).toMatchObject([
      { kind: 'interest', amount: '1', rejected: null },
      { kind: 'removal', date: '2023-01-06', amount: '10', rejected: null },
    ])
    expect(
      read(`
onvista bank
Kontoauszug Nr. 2 Verrechnungskonto EUR per 30.06.2017
Alter Kontostand vom 31.03.17 100,00+
05.04. 05.04. REF: 000045928485 50,00-
Wertpapierkauf
06.04. 06.04. REF: 000045928486 25,00+
Rückzahlung Max Beispiel
`),
    ).toMatchObject([{ rejected: 'other-document' }, { kind: 'deposit', amount: '25' }])
  })

  it('DKB: words that the profile does not know tell the direction, or the entry is a problem', () => {
    const statement = (words: string) => `
Deutsche Kreditbank AG Taubenstr. 7-9
Kontoauszug Nummer 002 / 2021 vom 05.01.2021 bis 04.02.2021
Wir haben für Sie gebucht
06.01. 06.01. Überweisung 1.000,00
08.01. 08.01. ${words} 20,00
`
    expect(read(statement('Geldautomat'))).toMatchObject([
      { kind: 'removal', amount: '1000' },
      { kind: 'removal', date: '2021-01-08', amount: '20' },
    ])
    const { problems } = readStatementLines(statement('Irgendwas').trim().split('\n'))
    expect(problems[0]?.message).toMatch(/direction of this entry is not known/)
  })

  it('Trade Republic: the balances tell the direction of unknown words', () => {
    expect(
      read(`
Trade Republic Bank GmbH
KONTOÜBERSICHT
PRODUKT ANFANGSSALDO ZAHLUNGSEINGANG ZAHLUNGSAUSGANG ENDSALDO
Cashkonto 100,00 € 58,36 € 20,00 € 138,36 €
UMSATZÜBERSICHT
DATUM TYP BESCHREIBUNG ZAHLUNGSEINGANG ZAHLUNGSAUSGANG SALDO
01 Apr. 2024 Sonstiges Beispiel Zwei 20,00 € 80,00 €
02 Apr.
Sonstiges Beispiel Drei
mit Zusatz 58,36 € 138,36 €
2024
`),
    ).toMatchObject([
      { kind: 'removal', date: '2024-04-01', amount: '20' },
      { kind: 'deposit', date: '2024-04-02', amount: '58.36' },
    ])
  })
})
