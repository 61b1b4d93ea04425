import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'
import { findWrong } from './unknown-words.ts'

/** Invented notes, in the manner of banks that no profile knows. */
const notes: readonly (readonly [name: string, expected: object, text: string])[] = [
  [
    'a French purchase with a tax on the trade',
    {
      kind: 'purchase',
      date: '2026-03-12',
      shares: '12',
      currency: 'EUR',
      amount: '1028.57',
      taxes: '3.07',
      fees: '1.9',
    },
    `
BANQUE EXEMPLE
AVIS D'OPÉRÉ
Compte titres n° 123456789
ACHAT COMPTANT
Date d'exécution : 12/03/2026 10:12:45
Date de règlement : 16/03/2026
Valeur : MUSTER INDUSTRIES Code ISIN : FR000012MU14
Quantité : 12
Cours : 85,30 EUR
Montant brut : 1 023,60 EUR
Courtage : 1,90 EUR
Taxe sur les transactions financières : 3,07 EUR
Montant net au débit de votre compte : 1 028,57 EUR
`,
  ],
  [
    'a French sale in a row',
    {
      kind: 'sale',
      date: '2026-03-12',
      shares: '30',
      currency: 'EUR',
      amount: '2549.5',
      taxes: '0',
      fees: '9.5',
    },
    `
COURTIER EXEMPLE
Avis d'exécution
Nous avons le plaisir de vous confirmer l'exécution de votre ordre de bourse.
Vente au comptant
FR000012MU14 MUSTER INDUSTRIES SA
Date et heure d'exécution Quantité Cours Montant brut Commission Montant net
12/03/2026 15:30:11 30 85,30 € 2 559,00 € 9,50 € 2 549,50 €
Date de valeur 16/03/2026
`,
  ],
  [
    'a French dividend with two taxes',
    { kind: 'dividend', date: '2026-05-20', shares: '120', currency: 'EUR', amount: '168', taxes: '72' },
    `
BANQUE EXEMPLE
AVIS DE CRÉDIT DIVIDENDE
Compte 0123456789
Valeur : MUSTER INDUSTRIES (FR000012MU14)
Quantité : 120
Montant unitaire : 2,00 EUR
Date de détachement : 18/05/2026
Date de paiement : 20/05/2026
Montant brut 240,00 EUR
Prélèvement forfaitaire non libératoire 12,80 % 30,72 EUR
Prélèvements sociaux 17,20 % 41,28 EUR
Montant net crédité 168,00 EUR
`,
  ],
  [
    'a French redemption',
    { kind: 'sale', date: '2026-05-20', shares: '30', currency: 'EUR', amount: '3000' },
    `
BANQUE EXEMPLE
AVIS DE REMBOURSEMENT
Valeur : MUSTER OBLIGATION 2026 FR000012MU14
Nominal : 3 000,00 EUR
Prix de remboursement : 100,00 %
Date de paiement : 20/05/2026
Montant brut : 3 000,00 EUR
Montant net au crédit de votre compte : 3 000,00 EUR
`,
  ],
  [
    'a Swiss purchase in French',
    {
      kind: 'purchase',
      date: '2026-03-12',
      shares: '15',
      currency: 'CHF',
      amount: '1533.63',
      taxes: '1.13',
      fees: '30',
    },
    `
Banque Cantonale Exemple
Décompte de bourse
Votre achat du 12.03.2026 à SIX Swiss Exchange
15 Actions nominatives Muster Holding SA
N° de valeur 1234567 ISIN CH001234MU19
Cours CHF 100.1667
Montant CHF 1'502.50
Courtage CHF 30.00
Timbre fédéral de négociation CHF 1.13
Montant net CHF 1'533.63
Débit du compte 123.456 Valeur 16.03.2026 CHF 1'533.63
`,
  ],
  [
    'an Italian purchase',
    { kind: 'purchase', date: '2026-03-12', shares: '100', currency: 'EUR', amount: '1244.45', fees: '9.95' },
    `
BANCA ESEMPIO S.p.A.
NOTA INFORMATIVA
Le comunichiamo l'avvenuta esecuzione del seguente ordine
Operazione: ACQUISTO
Titolo: MUSTER ENERGIA IT000123MU15
Data operazione: 12/03/2026 Ora 11:22:33
Data valuta: 16/03/2026
Quantità: 100
Prezzo: 12,345 EUR
Controvalore: 1.234,50 EUR
Commissioni: 9,95 EUR
Totale a suo debito: 1.244,45 EUR
`,
  ],
  [
    'an Italian dividend',
    { kind: 'dividend', date: '2026-05-20', shares: '500', currency: 'EUR', amount: '92.5', taxes: '32.5' },
    `
BANCA ESEMPIO S.p.A.
ACCREDITO DIVIDENDO
Titolo: MUSTER ENERGIA - ISIN IT000123MU15
Quantità 500
Dividendo unitario 0,25 EUR
Data stacco 18/05/2026
Data pagamento 20/05/2026
Importo lordo 125,00 EUR
Ritenuta fiscale 26% 32,50 EUR
Importo netto 92,50 EUR
`,
  ],
  [
    'a Spanish purchase with two fees',
    { kind: 'purchase', date: '2026-03-12', shares: '50', currency: 'EUR', amount: '425', fees: '4' },
    `
BANCO EJEMPLO
LIQUIDACIÓN DE OPERACIÓN DE VALORES
COMPRA DE VALORES
Valor: MUSTER TELECOM ISIN: ES011234MU13
Fecha de ejecución: 12/03/2026 12:00:05
Fecha valor: 16/03/2026
Títulos: 50
Precio: 8,42 EUR
Efectivo: 421,00 EUR
Comisión: 3,00 EUR
Canon bolsa: 1,00 EUR
Importe total: 425,00 EUR
`,
  ],
  [
    'a Spanish dividend',
    { kind: 'dividend', date: '2026-05-20', shares: '300', currency: 'EUR', amount: '97.2', taxes: '22.8' },
    `
BANCO EJEMPLO
ABONO DE DIVIDENDOS
Valor: MUSTER TELECOM (ES011234MU13)
Número de títulos: 300
Importe bruto por título: 0,40 EUR
Fecha de pago: 20/05/2026
Importe bruto: 120,00 EUR
Retención 19%: 22,80 EUR
Importe neto: 97,20 EUR
`,
  ],
  [
    'a Portuguese purchase with stamp duty',
    {
      kind: 'purchase',
      date: '2026-03-12',
      shares: '200',
      currency: 'EUR',
      amount: '808.32',
      taxes: '0.32',
      fees: '8',
    },
    `
BANCO EXEMPLO
NOTA DE EXECUÇÃO DE ORDEM
Operação: Compra
Título: MUSTER PAPEL PTMUS0AM0000
Data da operação: 12/03/2026 10:00:00
Data de liquidação: 16/03/2026
Quantidade: 200
Preço: 4,00 EUR
Valor bruto: 800,00 EUR
Comissão: 8,00 EUR
Imposto do selo: 0,32 EUR
Valor líquido: 808,32 EUR
`,
  ],
  [
    'a Portuguese sale',
    {
      kind: 'sale',
      date: '2026-03-12',
      shares: '100',
      currency: 'EUR',
      amount: '413.76',
      fees: '6',
      taxes: '0.24',
    },
    `
Banco Exemplo
Nota de Execução
Operação: Venda
Título: MUSTER SGPS
ISIN: PTEDP0AM0009
Data da operação: 12/03/2026
Data-valor: 16/03/2026
Quantidade: 100
Preço: 4,20 EUR
Valor bruto: 420,00 EUR
Comissão: 6,00 EUR
Imposto do selo: 0,24 EUR
Valor líquido: 413,76 EUR
`,
  ],
  [
    'an Italian coupon',
    {
      kind: 'dividend',
      date: '2026-04-01',
      shares: '100',
      currency: 'EUR',
      amount: '131.25',
      taxes: '18.75',
    },
    `
Banca Esempio
Accredito cedole
Titolo BTP MUSTER 2030 IT0003128367
Valore nominale 10.000,00 EUR
Tasso cedola 1,50 %
Cedola lorda 150,00 EUR
Ritenuta fiscale 12,50% 18,75 EUR
Netto a vostro credito 131,25 EUR
Data valuta 01/04/2026
`,
  ],
]

describe('notes in French, Italian, Spanish and Portuguese', () => {
  it.each(notes)('read %s', (_, expected, text) => {
    const { transactions, problems } = readStatementLines(text.trim().split('\n'), { profiles: false })
    expect(problems).toEqual([])
    expect(transactions).toMatchObject([expected])
  })

  it.each(notes)('are right or a problem with unknown words or another layout: %s', (...note) => {
    expect(findWrong(note)).toEqual([])
  })
})
