import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'

const head = [
  'Statement,Header,Field Name,Field Value',
  'Statement,Data,Period,"March 2, 2026"',
  'Account Information,Header,Field Name,Field Value',
  'Account Information,Data,Account,U7000001',
]
const tradeHeader =
  'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Code'
const listHeader =
  'Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,Listing Exch,Multiplier,Type,Code'

const read = (...lines: readonly string[]) =>
  readFile(new TextEncoder().encode([...head, ...lines].join('\r\n')))

function reading(...lines: readonly string[]) {
  const file = read(...lines)
  if (file.state !== 'read') throw new Error(`the file is ${file.state}`)
  return file.reading
}

describe('activity statements of Interactive Brokers', () => {
  it('reads executions of a security without orders, and no lots', () => {
    const { drafts, skipped } = reading(
      tradeHeader,
      'Trades,Data,Trade,Stocks,USD,ALPF,"2026-03-02, 10:00:00",60,48,48,-2880,-1,O',
      'Trades,Data,ClosedLot,Stocks,USD,ALPF,2026-01-02,60,47,,,,',
      'Trades,Data,Order,Stocks,USD,OTHR,"2026-03-02, 10:00:00",5,10,10,-50,-1,O',
    )
    expect(drafts.map(({ quantity, net }) => [quantity, net])).toEqual([
      ['60', '2881'],
      ['5', '51'],
    ])
    expect(skipped.filter(({ code }) => code === 'repeated')).toHaveLength(1)
  })

  it('leaves open which of two listings a symbol means', () => {
    const { drafts } = reading(
      tradeHeader,
      'Trades,Data,Order,Stocks,EUR,TWIN,"2026-03-02, 10:00:00",5,10,10,-50,-1,O',
      listHeader,
      'Financial Instrument Information,Data,Stocks,TWIN,TWIN FUND,90001,IE00TWIN0006,LSEETF,1,ETF,',
      'Financial Instrument Information,Data,Stocks,TWIN,TWIN FUND,90002,IE00TWIN0006,AEB,1,ETF,',
    )
    expect(drafts[0]?.instrument).toMatchObject({
      isin: 'IE00TWIN0006',
      currency: 'EUR',
      exchange: null,
      identifiers: [],
    })
  })

  it('does not post quantity times price that differs from the proceeds', () => {
    const { drafts, problems } = reading(
      tradeHeader,
      'Trades,Data,Order,Stocks,USD,ALPF,"2026-03-02, 10:00:00",60,48,48,-2800,-1,O',
    )
    expect(drafts).toEqual([])
    expect(problems[0]?.code).toBe('amount_differs')
  })

  it('takes a cancelled trade as a problem, because it names no original', () => {
    const { drafts, problems } = reading(
      tradeHeader,
      'Trades,Data,Order,Stocks,USD,ALPF,"2026-03-02, 10:00:00",60,48,48,-2880,-1,O',
      'Trades,Data,Trade Cancel,Stocks,USD,ALPF,"2026-03-02, 10:00:00",-60,48,48,2880,1,Ca',
    )
    expect(drafts).toHaveLength(1)
    expect(problems).toMatchObject([{ code: 'missing_field' }])
  })

  it('reports rows of a section that is not known', () => {
    const { problems } = reading(
      'Moon Phases,Header,Currency,Date,Amount',
      'Moon Phases,Data,USD,2026-03-02,12',
    )
    expect(problems).toMatchObject([{ code: 'not_supported', value: 'Moon Phases' }])
  })

  it('refuses a statement in a language that it does not know', () => {
    const file = readFile(
      new TextEncoder().encode(
        'Statement,Header,Название поля,Значение поля\nStatement,Data,Period,"2026"\n',
      ),
    )
    expect(file).toMatchObject({ state: 'unreadable', code: 'other_language' })
  })

  it('refuses a statement of several accounts', () => {
    const file = read(
      'Dividends,Header,Currency,Account,Date,Description,Amount',
      'Dividends,Data,USD,U7000001,2026-03-02,ALPF(US99ALP00010) Cash Dividend,1',
      'Dividends,Data,USD,U7000002,2026-03-02,ALPF(US99ALP00010) Cash Dividend,2',
    )
    expect(file).toMatchObject({ state: 'unreadable', code: 'several_accounts' })
  })
})

describe('activity statements in other languages', () => {
  const readLines = (...lines: readonly string[]) => {
    const file = readFile(new TextEncoder().encode(lines.join('\n')))
    if (file.state !== 'read') throw new Error(`the file is ${file.state}`)
    return file.reading
  }
  const shown = (reading: ReturnType<typeof readLines>) =>
    reading.drafts.map(({ type, date, quantity, net, amount, fees, instrument }) =>
      [type, date, quantity, net ?? amount, fees, instrument?.isin ?? instrument?.symbol ?? '-'].join(' '),
    )

  it('reads Spanish, which has one word for quantity and amount', () => {
    const found = readLines(
      'Statement,Header,Nombre del campo,Valor del campo',
      'Statement,Data,Period,"Enero 1, 2026 - Diciembre 31, 2026"',
      'Información sobre la cuenta,Header,Nombre del campo,Valor del campo',
      'Información sobre la cuenta,Data,Cuenta,U7000012',
      'Información sobre la cuenta,Data,Divisa base,EUR',
      'Información de instrumento financiero,Header,Categoría de activo,Símbolo,Descripción,Conid,Id. de seguridad,Underlying,Merc. de cotización,Multiplicador,Tipo,Código',
      'Información de instrumento financiero,Data,Acciones,ALPF,ALPINE FOODS INC,90001,US99ALP00010,ALPF,NYSE,1,COMMON,',
      'Operaciones,Header,DataDiscriminator,Categoría de activo,Divisa,Símbolo,Fecha/Hora,Cantidad,Precio trans.,Precio de cier.,Productos,Tarifa/com.,Básico,PyG realizadas,MTM P/G,Código',
      'Operaciones,Data,Order,Acciones,USD,ALPF,"2026-02-01, 10:00:00",50,14.00,14.50,-700.00,-1.00,701.00,0,25.00,O',
      'Dividendos,Header,Divisa,Fecha,Descripción,Cantidad',
      'Dividendos,Data,USD,2026-03-10,ALPF(US99ALP00010) Dividendo en efectivo USD 0.40 por acción,20.00',
      'Dividendos,Data,Total Dividendos en EUR,,,17.95',
      'Retención de impuestos,Header,Divisa,Fecha,Descripción,Cantidad,Código',
      'Retención de impuestos,Data,USD,2026-03-10,ALPF(US99ALP00010) Dividendo en efectivo - US Impuestos,-3.00,',
      'Depósitos y retiradas,Header,Divisa,Fecha de liquidación,Descripción,Cantidad',
      'Depósitos y retiradas,Data,EUR,2026-01-06,Transferencia de Fondos Electrónica,1000',
    )
    expect(found.statements[0]).toMatchObject({
      account: 'U7000012',
      currency: 'EUR',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
    })
    expect(shown(found).sort()).toEqual([
      'deposit 2026-01-06  1000 0 -',
      'dividend 2026-03-10  20 0 US99ALP00010',
      'tax 2026-03-10  3 0 US99ALP00010',
      'trade 2026-02-01 50 701 1 US99ALP00010',
    ])
    expect(found.problems).toEqual([])
  })

  it('reads French', () => {
    const found = readLines(
      'Statement,Header,Nom champ,Valeur champ',
      'Statement,Data,Title,Relevé de compte',
      "Transactions,Header,DataDiscriminator,Catégorie d'actifs,Devise,Compte,Symbole,Date/Heure,Quantité,Prix trans.,Cours de clôt.,Produit,Comm/Tarif,Base,P/L réalisé,P/L MTM,Code",
      'Transactions,Data,Order,Actions,EUR,U7000013,FRAL,"2026-10-21, 03:17:30",15,9.265,8.92,-138.975,-0.69,139.665,0,-5.175,O',
      'Transactions,SubTotal,,Actions,EUR,FRAL,,15,,,-138.975,-0.69,139.665,0,-5.175,',
      'Dépôts et retraits,Header,Devise,Compte,Date de règlement,Description,Montant',
      'Dépôts et retraits,Data,EUR,U7000013,2026-08-07,Déboursement initié,-1000',
    )
    expect(shown(found)).toEqual(['trade 2026-10-21 15 139.665 0.69 FRAL', 'withdrawal 2026-08-07  1000 0 -'])
  })

  it('reports rows under a column that it does not know, which may be a commission', () => {
    const { drafts, problems } = readLines(
      'Statement,Header,Feldname,Feldwert',
      'Transaktionen,Header,DataDiscriminator,Vermögenswertkategorie,Währung,Symbol,Datum/Zeit,Menge,T.-Kurs,Erlös,Mondgebühr,Code',
      'Transaktionen,Data,Order,Aktien,USD,ALPF,"2026-01-12, 10:15:00",100,48.25,-4825,-1.05,O',
    )
    expect(drafts).toEqual([])
    expect(problems).toMatchObject([{ code: 'not_supported', value: 'Mondgebühr' }])
  })
})

describe('Flex queries', () => {
  const flex = (rows: string) => {
    const file = readFile(
      new TextEncoder().encode(
        `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1">${rows}</FlexStatement></FlexStatements></FlexQueryResponse>`,
      ),
    )
    if (file.state !== 'read') throw new Error(`the file is ${file.state}`)
    return file.reading
  }

  it('without ISINs name each security of a merger by its own', () => {
    const action = 'OLDC(US99OLD00025) MERGED(Acquisition) WITH US99NEW00030 1 FOR 2'
    const row = (own: string, quantity: number) =>
      `<CorporateAction currency="USD" assetCategory="STK" symbol="${own.slice(0, 4)}" description="${action} (${own})" reportDate="20260505" quantity="${quantity}" proceeds="0" value="1" />`
    const { drafts } = flex(
      row('OLDC, OLD CORP, US99OLD00025', -50) + row('NEWC, NEW CORP, US99NEW00030', 25),
    )
    expect(drafts.map(({ instrument }) => instrument?.isin)).toEqual(['US99OLD00025', 'US99NEW00030'])
  })

  it('with dates in the order of a country are problems where month and day can be confused', () => {
    const cash = (day: string) =>
      `<CashTransaction currency="USD" amount="5" type="Deposits/Withdrawals" settleDate="${day}" />`
    const { drafts, problems } = flex(cash('02/11/2026') + cash('02/27/2026') + cash('2026-03-01'))
    expect(problems).toMatchObject([{ code: 'unclear_date', value: '02/11/2026' }])
    expect(drafts.map(({ date }) => date)).toEqual(['2026-02-27', '2026-03-01'])
  })
})
