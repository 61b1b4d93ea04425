import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'

/** What is read as held, one line for each position; the problems where nothing is. */
function read(text: string): string[] {
  const { transactions, problems, holdings } = readStatementLines(text.trim().split('\n'), {
    profiles: false,
  })
  expect(transactions).toEqual([])
  if (problems.length > 0) return problems.map(({ message }) => message)
  return (holdings ?? []).map(
    ({ date, isin, quantity, price, priceCurrency, value, valueCurrency }) =>
      `${date} ${isin} ${quantity} at ${price} ${priceCurrency ?? '%'} = ${value} ${valueCurrency}`,
  )
}

const depot = `
Uferbank AG Hamburg
Herrn Ole Beispiel Hamburg, 05.01.2026
Depotauszug zum 31.12.2025
Stück/Nominale Wertpapierbezeichnung Kurs Kurswert in EUR
40 Stück Nordsee Windkraft AG 21,50 EUR 860,00
ISIN DE000A9NORD1 WKN A9NORD Girosammelverwahrung
12,345 Stück Beispiel Welt ETF 81,2345 EUR 1.002,84
ISIN IE00B4L5Y983 Wertpapierrechnung Irland
10.000,00 EUR Muster Anleihe 2,5 % 2030 98,40 % 9.840,00
ISIN XS2852999775 Wertpapierrechnung Luxemburg
Gesamtkurswert EUR 11.702,84
`

describe('a statement of holdings', () => {
  it('has numbers above the ISIN, bonds in per cent, and a total', () => {
    expect(read(depot)).toEqual([
      '2025-12-31 DE000A9NORD1 40 at 21.5 EUR = 860 EUR',
      '2025-12-31 IE00B4L5Y983 12.345 at 81.2345 EUR = 1002.84 EUR',
      '2025-12-31 XS2852999775 10000 at 98.4 % = 9840 EUR',
    ])
  })

  it('is refused as a whole if a position, the total or the day is not certain', () => {
    expect(read(depot.replace('81,2345', '18,2345'))).toEqual([
      'The values of this position do not add up: ISIN IE00B4L5Y983 Wertpapierrechnung Irland',
    ])
    expect(read(depot.replace('11.702,84', '12.702,84'))).toEqual([
      'The values of the positions, 11702.84 together, do not make a total of the statement.',
    ])
    const left = depot.split('\n').filter(line => !/Nordsee|A9NORD/.test(line))
    expect(read(left.join('\n'))).toEqual([
      'The values of the positions, 10842.84 together, do not make a total of the statement.',
    ])
    expect(read(depot.replace(' zum 31.12.2025', ''))).toEqual(['The day of the holdings is not stated.'])
  })

  it('tells the value from what was paid by the heading, and adds up parts and whole units', () => {
    const statement = `
Seebank Zürich
Vermögensausweis per 30.09.2025
Bezeichnung ISIN Anzahl Einstandskurs Kurs Marktwert CHF
Aktien
Helvetia Bahnen N CH0099000116 250 80.00 87.65 21'913
Alpen Strom N CH0012005267 1'000 30.00 30.50 30'500
Total Aktien 52'413
Fonds
Beispiel Fonds Schweiz CH0183135976 100.5 120.00 130.25 13'090
Total Fonds 13'090
`
    expect(read(statement)).toEqual([
      '2025-09-30 CH0099000116 250 at 87.65 CHF = 21913 CHF',
      '2025-09-30 CH0012005267 1000 at 30.5 CHF = 30500 CHF',
      '2025-09-30 CH0183135976 100.5 at 130.25 CHF = 13090 CHF',
    ])
    // Whole units say less: without their totals they are not certain.
    expect(read(statement.replace("Total Fonds 13'090\n", ''))).toEqual([
      'The values of the positions, 65503 together, do not make a total of the statement.',
    ])
  })

  it('converts a price in another currency at the rate of the row or of the document', () => {
    const rows = `
Example Wealth Ltd
Portfolio Valuation as at 31 March 2026
Security ISIN Quantity Price Rate Market value
Example Rail PLC GB0002771383 500 12.40 GBP 1.0000 6,200.00 GBP
Example Chips Inc US0378331005 20 210.50 USD 1.2630 3,333.33 GBP
Total value 9,533.33 GBP
`
    expect(read(rows)).toEqual([
      '2026-03-31 GB0002771383 500 at 12.4 GBP = 6200 GBP',
      '2026-03-31 US0378331005 20 at 210.5 USD = 3333.33 GBP',
    ])
    expect(read(rows.replace('3,333.33', '3,433.33').replace('9,533.33', '9,633.33'))).toHaveLength(1)
  })

  it('is read in French, Italian, Dutch and Spanish', () => {
    expect(
      read(`
Banque Exemple
Relevé de portefeuille au 31/12/2025
Libellé Quantité Cours Valorisation
EXEMPLE MONDE ETF LU1681043599 120 447,50 EUR 53 700,00 EUR
EXEMPLE ENERGIE FR0000120271 35 58,12 EUR 2 034,20 EUR
Total 55 734,20 EUR
`),
    ).toEqual([
      '2025-12-31 LU1681043599 120 at 447.5 EUR = 53700 EUR',
      '2025-12-31 FR0000120271 35 at 58.12 EUR = 2034.2 EUR',
    ])
    expect(
      read(`
Banca Esempio
Situazione patrimoniale al 31.12.2025
Titolo Quantità Prezzo di carico Prezzo Controvalore
ESEMPIO ENERGIA IT0003128367 1.000 5,10 6,25 EUR 6.250,00 EUR
`),
    ).toEqual(['2025-12-31 IT0003128367 1000 at 6.25 EUR = 6250 EUR'])
    expect(
      read(`
Voorbeeldbank
Portefeuilleoverzicht per 31-12-2025
Naam ISIN Aantal Koers Waarde
Voorbeeld Bier NL0000009165 25 71,30 EUR 1.782,50 EUR
Totaal 1.782,50 EUR
`),
    ).toEqual(['2025-12-31 NL0000009165 25 at 71.3 EUR = 1782.5 EUR'])
    expect(
      read(`
Banco Ejemplo
Posición de valores a fecha 31/12/2025
Valor ISIN Títulos Precio Efectivo
EJEMPLO BANCO ES0113900J37 300 9,85 EUR 2.955,00 EUR
Total 2.955,00 EUR
`),
    ).toEqual(['2025-12-31 ES0113900J37 300 at 9.85 EUR = 2955 EUR'])
  })

  it('is no statement of holdings where two factors may be either', () => {
    expect(
      read(`
Uferbank AG Hamburg
Vermögensübersicht zum 31.12.2025
Nordsee Windkraft AG DE000A9NORD1 40 21 840,00
`),
    ).toEqual([])
  })

  it('is not what a note says of the security it pays for', () => {
    const note = `
Uferbank AG Hamburg
Zinsgutschrift
Depotbestand per 13.02.2026
EUR 5.000,00 Musterland Anleihe 4,25 % XS0162869076
Bruttobetrag EUR 212,50
Valuta 14.02.2026 Zu Ihren Gunsten EUR 212,50
`
    const { holdings } = readStatementLines(note.trim().split('\n'), { profiles: false })
    expect(holdings).toBeUndefined()
  })
})
