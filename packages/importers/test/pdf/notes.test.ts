import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'
import type { PdfTransaction } from '../../src/pdf/text/transaction.ts'

const read = (text: string) => readStatementLines(text.trim().split('\n'), { profiles: false })

function readOne(text: string): PdfTransaction {
  const { transactions, problems } = read(text)
  expect(problems).toEqual([])
  expect(transactions).toHaveLength(1)
  return transactions[0] as PdfTransaction
}

const germanPurchase = `
Musterbank eG Postfach 12 12345 Musterstadt
Datum 04.03.2024
Wertpapier Abrechnung Kauf
Nominale Wertpapierbezeichnung ISIN (WKN)
Stück 25 MUSTER WERKE AG DE0007164600 (716460)
Schlusstag/-Zeit 01.03.2024 10:15:30 Auftraggeber Erika Beispiel
Ausführungskurs 40,12 EUR
Kurswert 1.003,00- EUR
Provision 9,90- EUR
Handelsplatzgebühr 1,50- EUR
Ausmachender Betrag 1.014,40- EUR
Den Gegenwert buchen wir mit Valuta 05.03.2024 zu Lasten des Kontos 1234567890
`

describe('notes of trades', () => {
  it('reads labels with their values beside, in German', () => {
    const trade = readOne(germanPurchase)
    expect(trade).toMatchObject({
      kind: 'purchase',
      date: '2024-03-01',
      time: '10:15:30',
      isin: 'DE0007164600',
      shares: '25',
      currency: 'EUR',
      amount: '1014.4',
      gross: '1003',
      fees: '11.4',
      taxes: '0',
    })
    expect(trade.places).toMatchObject({ shares: [4], gross: [7], fees: [8, 9], amount: [10] })
  })

  it('reads values below the labels of their columns, and converts at the stated rate', () => {
    const trade = readOne(`
Depotbank Beispiel
Wir haben für Sie verkauft
Gattungsbezeichnung ISIN
Sample Industries Inc. Registered Shares US0378331005
Nominal Kurs
STK 10,000 USD 110,0000
Handelstag 14.06.2023 Kurswert USD 1.100,00
Handelszeit 16:05 Provision USD 11,00-
Wert Konto-Nr. Devisenkurs Betrag zu Ihren Gunsten
16.06.2023 0000000000 EUR/USD 1,100000 EUR 990,00
`)
    expect(trade).toMatchObject({
      kind: 'sale',
      date: '2023-06-14',
      shares: '10',
      currency: 'EUR',
      amount: '990',
      gross: '1000',
      fees: '10',
      grossForeign: '1100',
      foreignCurrency: 'USD',
    })
  })

  it('reads a table with quantity, price and amount, and several taxes and fees, in English', () => {
    const trade = readOne(`
TRANSACTION NOTIFICATION
Stock-Exchange Transaction: Buy Our reference: 10000001
In accordance with your buy order of 06.02.2025, we have carried out the following transactions:
Security Exchange
Sample World Fund ISIN: IE00B4L5Y983 SIX Swiss Exchange
Quantity Price Amount
12 100.50 CHF 1'206.00
Total CHF 1'206.00
Commission CHF 9.00
Tax (Federal stamp duty) CHF 1.80
Stock exchange fee CHF 0.85
To your debit CHF 1'217.65
Amount debited from your account number 100000, on value date of 10.02.2025
`)
    expect(trade).toMatchObject({
      kind: 'purchase',
      date: '2025-02-06',
      shares: '12',
      currency: 'CHF',
      amount: '1217.65',
      fees: '9.85',
      taxes: '1.8',
    })
  })

  it('reads blanks between thousands, in French', () => {
    const trade = readOne(`
AVIS D'OPÉRATIONS
ACTION : SOCIETE EXEMPLE (FR0000120271)
Date d'exécution : 26/03/2024 16:27:35
Sens Achat - Exécution unique
Quantité 120 Cours 52,50 €
Montant brut 6 300,00 €
Courtage 12,60 €
Montant net 6 312,60 €
`)
    expect(trade).toMatchObject({
      kind: 'purchase',
      date: '2024-03-26',
      shares: '120',
      amount: '6312.6',
      fees: '12.6',
    })
  })

  it('reads quantity and price of the title, in Dutch', () => {
    const trade = readOne(`
Borderel
Aankoop 20 VOORBEELD NV (NL0010273215) aan 178,3 EUR
Datum en tijdstip van uitvoering: 30/11/2023 16:37:39 CET
Valutadatum: 04/12/2023
Brutobedrag - 3.566,00 EUR
Beurstaks - 0,12% - 4,28 EUR
Makelaarsloon - 14,95 EUR
Debet 3.585,23 EUR
`)
    expect(trade).toMatchObject({
      kind: 'purchase',
      shares: '20',
      amount: '3585.23',
      taxes: '4.28',
      fees: '14.95',
    })
  })

  it('reads a row under a header of seven columns, in Spanish', () => {
    const trade = readOne(`
Operaciones Cuenta de Valores
Nº Título Valor ISIN Mercado Tipo Precio Importe Comisión Gastos Impuestos Importe
10 EJEMPLO SA ES0173093024 M.CONTINUO Compra 15,00 EUR 150,00 EUR 4,00 EUR 0,30 EUR 0,30 EUR 154,60 EUR
Fecha ejecución 14/08/2023 15:37
`)
    expect(trade).toMatchObject({
      kind: 'purchase',
      shares: '10',
      amount: '154.6',
      fees: '4.3',
      taxes: '0.3',
    })
  })

  it('takes one line without a known label for a fee if it is exactly what is missing', () => {
    const trade = readOne(germanPurchase.replace('Handelsplatzgebühr', 'Abwicklungspauschale'))
    expect(trade).toMatchObject({ fees: '11.4', amount: '1014.4' })
  })

  it('reads every note of a file', () => {
    const second = germanPurchase
      .replace('Abrechnung Kauf', 'Abrechnung Verkauf')
      .replace('DE0007164600', 'DE0008404005')
      .replace('1.014,40- EUR', '991,60 EUR')
      .replace('zu Lasten', 'zu Gunsten')
    const { transactions, problems } = read(germanPurchase + second)
    expect(problems).toEqual([])
    expect(transactions.map(({ kind, isin }) => `${kind} ${isin}`)).toEqual([
      'purchase DE0007164600',
      'sale DE0008404005',
    ])
  })
})

describe('notes of income and taxes', () => {
  const dividend = `
Beispielbank AG
DIVIDENDE
Dividende mit dem Ex-Tag 09.12.2020.
POSITION ANZAHL ERTRÄGNIS BETRAG
Papier Oyj 25 Stk. 0,40 EUR 10,00 EUR
ISIN: FI0009005961
GESAMT 10,00 EUR
ABRECHNUNG
POSITION BETRAG
Quellensteuer -3,00 EUR
Kapitalertragssteuer -0,50 EUR
GESAMT 6,50 EUR
BUCHUNG
VERRECHNUNGSKONTO VALUTA BETRAG
DE00000000000000000000 2020-12-17 6,50 EUR
`
  it('adds up the taxes and takes the value date', () => {
    expect(readOne(dividend)).toMatchObject({
      kind: 'dividend',
      date: '2020-12-17',
      exDate: '2020-12-09',
      shares: '25',
      amount: '6.5',
      gross: '10',
      taxes: '3.5',
    })
  })

  it('reads an Italian note', () => {
    const note = readOne(`
PAGAMENTO DIVIDENDI
Titolo ESEMPIO SPA ISIN IT0003128367
Quantità 100
Dividendo lordo 40,00 EUR
Ritenuta fiscale 26,00% 10,40 EUR
Importo netto 29,60 EUR
Data valuta 22/07/2024
`)
    expect(note).toMatchObject({
      kind: 'dividend',
      date: '2024-07-22',
      shares: '100',
      amount: '29.6',
      taxes: '10.4',
    })
  })

  it('reads letters set apart', () => {
    const note = readOne(`
E r t r a g s g u t s c h r i f t
Depotbestand Wertpapier-Bezeichnung WKN/ISIN
S T K  4 0 , 0 0 0  M u s t e r  F o n d s  D E 0 0 0 A 0 F 5 U F 5
E U R 0 , 5 0  A u s s c h ü t t u n g p r o S t ü c k
B r u t t o b e t r a g : E U R 2 0 , 0 0
1 5 , 0 0 0 % Q u e l l e n s t e u e r E U R 3 , 0 0 -
V e r r e c h n u n g ü b e r K o n t o V a l u t a Z u I h r e n G u n s t e n
1 2 3 4 5 6 7 E U R 2 2 . 0 6 . 2 0 1 5 E U R 1 7 , 0 0
`)
    expect(note).toMatchObject({
      kind: 'dividend',
      date: '2015-06-22',
      shares: '40',
      amount: '17',
      taxes: '3',
    })
  })

  it('reads a tax without a trade', () => {
    const note = readOne(`
Vorabpauschale Investmentfonds
Stück 50 BEISPIELFONDS IE00BK5BQT80 (A2PKXG)
Kapitalertragsteuer 25 % auf 40,00 EUR 10,00- EUR
Solidaritätszuschlag 5,5 % auf 10,00 EUR 0,55- EUR
Ausmachender Betrag 10,55- EUR
Den Betrag buchen wir mit Wertstellung 06.01.2021 zu Lasten des Kontos 1234567890
`)
    expect(note).toMatchObject({ kind: 'taxes', date: '2021-01-06', isin: 'IE00BK5BQT80', amount: '10.55' })
  })

  it('states tax paid back after a sale with a loss as a transaction of its own', () => {
    const { transactions } = read(`
Wertpapier Abrechnung Verkauf
Stück 20 MUSTER HOLDING US00165C1045 (A1W90H)
Schlusstag/-Zeit 22.02.2021 20:56:04
Ausführungskurs 5,45 EUR
Kurswert 109,00 EUR
Provision 10,00- EUR
Ausmachender Betrag 99,00 EUR
Den Gegenwert buchen wir mit Valuta 24.02.2021 zu Gunsten des Kontos 1
Steuerliche Ausgleichrechnung
Kapitalertragsteuer 25,00% auf 61,00 EUR 15,25 EUR
Solidaritätszuschlag 5,50% auf 15,25 EUR 0,83 EUR
Ausmachender Betrag 16,08 EUR
Den Gegenwert buchen wir mit Valuta 23.02.2021 zu Gunsten des Kontos 1
`)
    expect(transactions.map(({ kind, date, amount }) => `${kind} ${date} ${amount}`)).toEqual([
      'sale 2021-02-22 99',
      'taxRefund 2021-02-23 16.08',
    ])
  })
})

describe('what is not certain', () => {
  const expectProblem = (text: string, message: RegExp) => {
    const { transactions, problems } = read(text)
    expect(transactions).toEqual([])
    expect(problems.map(problem => problem.message).join('\n')).toMatch(message)
  }

  it('becomes a problem if the amounts do not add up', () => {
    expectProblem(
      germanPurchase.replace('1.014,40-', '1.024,40-'),
      /do not add up.*gross 1003 EUR.*net 1024.4 EUR/,
    )
  })

  it('becomes a problem if quantity times price is not gross', () => {
    expectProblem(germanPurchase.replace('40,12 EUR', '41,12 EUR'), /do not add up/)
  })

  it('becomes a problem if a purchase is credited', () => {
    expectProblem(germanPurchase.replace('Ausmachender Betrag', 'Gutschrift'), /credited/)
  })

  it('becomes a problem if the note names several securities', () => {
    expectProblem(`${germanPurchase}Umgetauscht in US0378331005`, /several securities/)
  })

  it('becomes a problem if the security, the quantity or the date is missing', () => {
    expectProblem(germanPurchase.replace('DE0007164600 (716460)', ''), /security is missing/)
    expectProblem(
      germanPurchase.replace('Stück 25 MUSTER', 'MUSTER').replace(/Ausführungskurs.*/, ''),
      /quantity is missing/,
    )
    expectProblem(
      germanPurchase.replace(/(?<=Zeit|Datum|Valuta) \d{2}\.\d{2}\.\d{4}/g, ''),
      /date is missing/,
    )
  })

  it('does not take a wrong ISIN for a security', () => {
    expectProblem(
      germanPurchase.replace('DE0007164600', 'DE0007164601').replace('(716460)', ''),
      /security is missing/,
    )
  })

  it('marks a cancellation as not to be posted', () => {
    const [trade] = read(germanPurchase.replace('Abrechnung Kauf', 'Abrechnung Kauf - Storno')).transactions
    expect(trade?.rejected).toBe('cancellation')
  })

  it('reads nothing from a letter', () => {
    expect(read('Sehr geehrte Kundin,\nwir danken für Ihr Vertrauen.')).toMatchObject({
      transactions: [],
      problems: [],
    })
  })
})

describe('hostile lines', () => {
  const long = 1_000_000
  it.each([
    ['digits', '1'.repeat(long)],
    ['digits and dots', '1.'.repeat(long / 2)],
    ['blanks', `Kurswert${' '.repeat(long)}1,00`],
    ['letters apart', 'a '.repeat(long / 2)],
    ['labels', 'Kurswert '.repeat(long / 9)],
    ['codes', 'DE0007164600'.repeat(long / 12)],
    ['currencies', 'EUR '.repeat(long / 4)],
    ['signs', '- '.repeat(long / 2)],
  ])('reads a line of 1 MB of %s before the test times out, unlike quadratic code', (_, line) => {
    readStatementLines(['Wertpapier Abrechnung Kauf', line, 'Kontoauszug Datum Betrag', line])
  })

  it('reads many lines in time that grows with their number', () => {
    const measure = (count: number) => {
      const lines = Array.from(
        { length: count },
        (_, at) => `Kurswert ${at},00 EUR Provision ${at},10 EUR 01.02.2024`,
      )
      const started = performance.now()
      readStatementLines(['Wertpapier Abrechnung Kauf', ...lines])
      return performance.now() - started
    }
    measure(1000)
    const measureBest = (count: number) => Math.min(measure(count), measure(count), measure(count))
    expect(measureBest(16_000) / measureBest(2000)).toBeLessThan(40)
  })
})
