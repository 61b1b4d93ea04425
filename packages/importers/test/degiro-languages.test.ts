import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'

const isin = 'DE000A9NORD1'
const row = (words: string, currency: string, amount: string) =>
  `12-01-2026,15:30,12-01-2026,NORDSEE WINDKRAFT,${isin},"${words}",,${currency},"${amount}",${currency},"0,00",`

/** Header, then the words for a purchase, its costs, a dividend, its tax, both sides of a conversion, and a deposit. */
const languages = {
  German: [
    'Datum,Uhrzeit,Valutadatum,Produkt,ISIN,Beschreibung,FX,Änderung,,Saldo,,Order-ID',
    `Kauf 40 NORDSEE WINDKRAFT@24,5 EUR (${isin})`,
    'DEGIRO Transaktionsgebühren und/oder Gebühren Dritter',
    'Dividende',
    'Dividendensteuer',
    'Währungswechsel (Ausbuchung)',
    'Währungswechsel (Einbuchung)',
    'SOFORT Einzahlung',
  ],
  French: [
    'Date,Heure,Date de,Produit,Code ISIN,Description,FX,Mouvements,,Solde,,ID Ordre',
    `Achat 40 Nordsee Windkraft@24,5 EUR (${isin})`,
    'Frais DEGIRO de courtage et/ou de parties tierces',
    'Dividende',
    'Impôts sur dividende',
    'Opération de change - Débit',
    'Operation de change - Credit',
    'Versement de fonds',
  ],
  Italian: [
    'Data,Ora,Data Valore,Prodotto,ISIN,Descrizione,Borsa,Variazioni,,Saldo,,ID Ordine',
    `Acquisto 40 Nordsee Windkraft@24,5 EUR (${isin})`,
    'Costi di transazione DEGIRO e/o costi di terze parti',
    'Dividendo',
    'Ritenuta sul dividendo',
    'Prelievo Cambio Valuta',
    'Accredito Cambio Valuta',
    'Deposito',
  ],
  Spanish: [
    'Fecha,Hora,Fecha valor,Producto,ISIN,Descripción,Tipo,Variación,,Saldo,,ID Orden',
    `Compra 40 Nordsee Windkraft@24,5 EUR (${isin})`,
    'Costes de transacción y/o externos de DEGIRO',
    'Dividendo',
    'Retención del dividendo',
    'Retirada Cambio de Divisa',
    'Ingreso Cambio de Divisa',
    'Ingreso',
  ],
  Portuguese: [
    'Data,Hora,Data Valor,Produto,ISIN,Descrição,T.,Mudança,,Saldo,,ID da Ordem',
    `Compra 40 Nordsee Windkraft@24,5 EUR (${isin})`,
    'Comissões de transação DEGIRO e/ou taxas de terceiros',
    'Dividendo',
    'Imposto sobre Dividendo',
    'Levantamento de divisa',
    'Crédito de divisa',
    'Depósito',
  ],
  Dutch: [
    'Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id',
    'Koop 40 @ 24,5 EUR',
    'DEGIRO Transactiekosten en/of kosten van derden',
    'Dividend',
    'Dividendbelasting',
    'Valuta Debitering',
    'Valuta Creditering',
    'iDEAL storting',
  ],
  Polish: [
    'Data,Czas,Data,Produkt,ISIN,Opis,Kurs,Zmiana,,Saldo,,Identyfikator zlecenia',
    `Kupno 40 Nordsee Windkraft@24,5 EUR (${isin})`,
    'DEGIRO Opłata Transakcyjna i/lub opłata stron trzecich',
    'Dywidenda',
    'Podatek Dywidendowy',
    'FX Withdrawal',
    'FX Credit',
    'Depozyt',
  ],
} as const

describe('DEGIRO statements', () => {
  it.each(Object.entries(languages))('give the same transactions in %s', (_, words) => {
    const [header, purchase, costs, dividend, tax, debit, credit, deposit] = words
    const lines = [
      header,
      row(purchase, 'EUR', '-980,00'),
      row(costs, 'EUR', '-4,90'),
      row(dividend, 'USD', '44,00'),
      row(tax, 'USD', '-6,60'),
      row(debit, 'USD', '-37,40'),
      row(credit, 'EUR', '33,66'),
      row(deposit, 'EUR', '5.000,00'),
    ]
    const reading = readFile(new TextEncoder().encode(lines.join('\n')))
    if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
    expect(reading.preset?.id).toBe('degiro')
    expect(reading.reading.problems).toEqual([])
    expect(
      reading.reading.drafts.map(({ type, quantity, net, amount }) => [type, quantity, net ?? amount]),
    ).toEqual([
      ['trade', '40', '980'],
      ['fees', null, '4.9'],
      ['dividend', null, '44'],
      ['tax', null, '6.6'],
      ['fx', null, '37.4'],
      ['deposit', null, '5000'],
    ])
  })
})
