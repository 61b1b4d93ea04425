import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

const read = (text: string) => readStatementLines(text.trim().split('\n'), { profiles: false })
const summary = (text: string) =>
  read(text).transactions.map(({ kind, date, amount, currency, rejected }) =>
    [kind, date, amount, currency, rejected ?? ''].join(' ').trim(),
  )

const german = `
Beispielbank
Kontoauszug Nr. 3/2021 vom 01.03.2021 bis 31.03.2021
Bu-Tag Wert Vorgang Betrag in EUR
alter Kontostand vom 26.02.2021 100,00 H
02.03. 02.03. Überweisungsgutschrift 50,00 H
Erika Beispiel
05.03. 08.03. Kartenzahlung 20,00 S
MARKT AM PLATZ
10.03. 10.03. Wertpapierabrechnung Kauf 30,00 S
31.03. 31.03. Entgelt Kontoführung 2,50 S
31.03. 31.03. Habenzinsen 0,05 H
neuer Kontostand vom 31.03.2021 97,55 H
`

describe('account statements', () => {
  it('reads entries, with trades left to their notes', () => {
    expect(summary(german)).toEqual([
      'deposit 2021-03-02 50 EUR',
      'removal 2021-03-08 20 EUR',
      'removal 2021-03-10 30 EUR other-document',
      'fee 2021-03-31 2.5 EUR',
      'interest 2021-03-31 0.05 EUR',
    ])
  })

  it('names interest and fees by the parts of their words', () => {
    const statement = `
Kreditmarkt Muster GmbH
Kontoauszug
Datum Buchungstext Betrag
01.03.2026 Einzahlung 500,00 EUR
05.03.2026 Zinszahlung 2,10 EUR
06.03.2026 Fremdspesen -1,20 EUR
07.03.2026 Auszahlung -50,00 EUR
`
    expect(summary(statement)).toEqual([
      'deposit 2026-03-01 500 EUR',
      'interest 2026-03-05 2.1 EUR',
      'fee 2026-03-06 1.2 EUR',
      'removal 2026-03-07 50 EUR',
    ])
  })

  it('posts nothing if the entries do not lead to the closing balance', () => {
    const { transactions, problems } = read(german.replace('97,55', '98,55'))
    expect(transactions).toEqual([])
    expect(problems[0]?.message).toMatch(/closing balance: 1 is missing/)
  })

  it('finds the direction by the balance after each entry', () => {
    expect(
      summary(`
Account statement 2024
Date Text Amount in CHF Balance
Opening balance 1,000.00
03.01.2024 Standing item 200.00 1,200.00
05.01.2024 Standing item 50.00 1,150.00
Closing balance 1,150.00
`),
    ).toEqual(['deposit 2024-01-03 200 CHF', 'removal 2024-01-05 50 CHF'])
  })

  it('gives an entry of December its year in a statement of January', () => {
    expect(
      summary(`
Kontoauszug 1/2022
Datum Text Betrag in EUR
Alter Saldo 28.12.2021 10,00+
30.12. Einzahlung 5,00+
04.01. Auszahlung 5,00-
Neuer Saldo 05.01.2022 10,00+
`),
    ).toEqual(['deposit 2021-12-30 5 EUR', 'removal 2022-01-04 5 EUR'])
  })

  it('reads whole amounts beside a currency', () => {
    expect(
      summary(`
Account statement
Date Payment type In Out Balance
Opening balance €0
04.09.2024 Transfer €200 €200
05.09.2024 Interest €0.5 €200.5
Closing balance €200.5
`),
    ).toEqual(['deposit 2024-09-04 200 EUR', 'interest 2024-09-05 0.5 EUR'])
  })

  it('finds the columns and directions of an Italian statement', () => {
    expect(
      summary(`
Estratto conto
Valuta: EUR
Data Descrizione Addebiti Accrediti
Saldo iniziale 01/04/2024 1.000,00
03/04/2024 Bonifico da Mario Esempio 500,00
20/04/2024 Prelievo bancomat 100,00
Saldo finale 30/04/2024 1.400,00
`),
    ).toEqual(['deposit 2024-04-03 500 EUR', 'removal 2024-04-20 100 EUR'])
  })

  it('does not guess the direction of entries without sign and balances', () => {
    const { transactions, problems } = read(`
Kontoauszug
Datum Text Betrag in EUR
03.01.2024 Vorgang 200,00
`)
    expect(transactions).toEqual([])
    expect(problems).not.toEqual([])
  })
})
