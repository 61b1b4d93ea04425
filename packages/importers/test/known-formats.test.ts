import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'

function read(text: string) {
  const result = readFile(new TextEncoder().encode(text))
  if (result.state !== 'read') throw new Error(`not read: ${JSON.stringify(result)}`)
  return result.reading
}

const flex = (rows: string) => `<FlexQueryResponse queryName="All" type="AF"><FlexStatements count="1">
<FlexStatement accountId="U7000001" fromDate="20260901" toDate="20260930">
<AccountInformation accountId="U7000001" currency="USD"/>
${rows}
</FlexStatement></FlexStatements></FlexQueryResponse>`

const conversion = (attributes: string) =>
  `<Trade assetCategory="CASH" symbol="EUR.USD" currency="USD" tradeDate="20260911" tradePrice="1.1" ibCommission="0" ibCommissionCurrency="USD" levelOfDetail="EXECUTION" ${attributes}/>`
const original = conversion(
  'tradeID="501" transactionID="9001" transactionType="ExchTrade" quantity="1000" proceeds="-1100" buySell="BUY" origTransactionID="0"',
)
const cancellation = conversion(
  'tradeID="" transactionID="9002" transactionType="TradeCancel" quantity="-1000" proceeds="1100" buySell="BUY (Ca.)" notes="Ca" origTradeID="501" origTransactionID="9001"',
)
const corrected = conversion(
  'tradeID="501" transactionID="9003" transactionType="ExchTrade" quantity="1000" proceeds="-1090" buySell="BUY" origTransactionID="0"',
)

describe('a Flex statement', () => {
  it('keeps a trade that was corrected under the same id', () => {
    const { drafts, cancellations, skipped } = read(flex([original, cancellation, corrected].join('\n')))
    expect(drafts.map(({ key, net }) => [key, net])).toEqual([['id:trade:501', '1090']])
    expect(cancellations).toEqual([])
    expect(skipped.map(({ line, message }) => [line, message])).toEqual([
      [4, 'Cancelled in line 5.'],
      [5, 'Corrected in line 6.'],
    ])
  })

  it('corrects a trade of an earlier statement, and cancels it where nothing replaces it', () => {
    const later = read(flex([cancellation, corrected].join('\n')))
    expect(later.drafts.map(({ key }) => key)).toEqual(['id:trade:501'])
    expect(later.cancellations).toEqual([])
    expect(read(flex(cancellation)).cancellations.map(({ key }) => key)).toEqual(['id:trade:501'])
  })

  it('moves no money for a contract for difference but its costs', () => {
    const { drafts } = read(
      flex(
        '<Trade assetCategory="CFD" symbol="ALPFn" description="USD ALPF" currency="USD" tradeDate="20260909" quantity="50" tradePrice="25" proceeds="-1250" ibCommission="-5" ibCommissionCurrency="USD" netCash="-5" buySell="BUY" transactionID="N/A" ibExecID="N/A" levelOfDetail="EXECUTION"/>',
      ),
    )
    expect(drafts).toMatchObject([{ quantity: '50', price: '25', net: null, amount: null, fees: '5' }])
    expect(drafts[0]?.instrument?.type).toBe('future')
    // 'N/A' identifies nothing.
    expect(drafts[0]?.key).toMatch(/^row:/)
  })

  it('reads a corporate action once, though the file repeats it as a sum', () => {
    const action = (account: string, level: string, isin: string, quantity: string) =>
      `<CorporateAction accountId="${account}" levelOfDetail="${level}" currency="EUR" assetCategory="STK" symbol="${isin}" isin="${isin}" description="OLD(US0000000002) CUSIP/ISIN CHANGE TO (US0000000010) (${isin}, OLD INC, ${isin})" actionID="77" dateTime="20260918" reportDate="20260920" type="IC" quantity="${quantity}" proceeds="0" value="0"/>`
    const { drafts, skipped } = read(
      flex(
        [
          action('-', 'SUMMARY', 'US0000000002', '-24'),
          action('-', 'SUMMARY', 'US0000000010', '24'),
          action('U7000001', 'DETAIL', 'US0000000002', '-24'),
          action('U7000001', 'DETAIL', 'US0000000010', '24'),
        ].join('\n'),
      ),
    )
    expect(drafts.map(({ type, quantity }) => [type, quantity])).toEqual([
      ['merger', '-24'],
      ['merger', '24'],
    ])
    expect(skipped.map(({ line }) => line)).toEqual([4, 5])
  })
})

describe('an OFX statement', () => {
  const rows = `<DTSTART>20260901<DTEND>20260930
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260903<TRNAMT>-13.00<FITID>a1</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260904<TRNAMT>250.00<FITID>a2</STMTTRN>`
  const ofx = (list: string) => `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1001</BANKACCTFROM>
${list}
<LEDGERBAL><BALAMT>237.00<DTASOF>20260930</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

  it('is read in full though its list is not closed', () => {
    const closed = read(ofx(`<BANKTRANLIST>${rows}</BANKTRANLIST>`))
    const open = read(ofx(`<BANKTRANLIST>${rows}`))
    expect(closed.drafts).toHaveLength(2)
    expect(open.drafts).toEqual(closed.drafts)
    expect(open.statements).toEqual(closed.statements)
  })

  it('of an investment account is read in full though its list is not closed', () => {
    const { drafts, problems, holdings } = read(`OFXHEADER:100
DATA:OFXSGML

<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260930<CURDEF>USD
<INVACCTFROM><BROKERID>example.org<ACCTID>2002</INVACCTFROM>
<INVTRANLIST><DTSTART>20260901<DTEND>20260930
<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260904<TRNAMT>1000.00<FITID>b1</STMTTRN><SUBACCTFUND>CASH</INVBANKTRAN>
<INVBAL><AVAILCASH>1000.00<MARGINBALANCE>0<SHORTBALANCE>0</INVBAL>
</INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`)
    expect(drafts.map(({ type, amount }) => [type, amount])).toEqual([['deposit', '1000']])
    expect({ problems, holdings }).toEqual({ problems: [], holdings: [] })
  })
})

const fidelity = (action: string, symbol: string, amount: string, quantity = '0') =>
  read(`Run Date,Account,Account Number,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
09/04/2026,"Joint account","Z10000001","${action}",${symbol},"No Description",Cash,${quantity === '0' ? '' : '3.20'},${quantity},,,,${amount},`)

describe('a Fidelity history', () => {
  it.each([
    ['DIVIDEND RECEIVED ALPINE TAX EXEMPT BOND FUND (ALPTX) (Cash)', 'dividend'],
    ['INTEREST ALPINE COFFEE AND FEE CORP 5.00000% (99ALP0019) (Cash)', 'coupon'],
    ['NON-RESIDENT TAX DIVIDEND ALPINE WIRE CORP (ALPW) (Cash)', 'tax'],
    ['FOREIGN TAX PAID ALPINE FOODS INC (ALPF) (Cash)', 'tax'],
    ['FEE CHARGED ALPINE FOODS INC ADR (ALPF) (Cash)', 'fees_cash'],
  ])('goes by the first words, not by the name of a security: %s', (action, type) => {
    const { drafts, problems } = fidelity(action, 'ALPF', '12.50')
    expect(problems).toEqual([])
    expect(drafts.map(draft => draft.type)).toEqual([type])
  })

  it('has a statement for each account', () => {
    const row = (account: string, amount: string) =>
      `09/04/2026,"Account","${account}","INTEREST EARNED (Cash)",,"No Description",Cash,,0,,,,${amount},`
    const { statements, drafts, skipped } =
      read(`Run Date,Account,Account Number,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
${row('Z1', '1.00')}
${row('Z2', '2.00')}
${row('Z1', '3.00')}

"Brokerage services are provided by others."`)
    expect(statements.map(({ account }) => account)).toEqual(['Z1', 'Z2'])
    expect(drafts.map(({ statement, net }) => [statement, net])).toEqual([
      [0, '1'],
      [0, '3'],
      [1, '2'],
    ])
    expect(skipped).toHaveLength(1)
  })

  it('names no security in rows of cash', () => {
    const { drafts } = fidelity('INTEREST EARNED as of Sep-30-2026 (Cash)', '', '0.42')
    expect(drafts).toMatchObject([{ type: 'interest', instrument: null }])
  })

  it('knows listed options by their symbol', () => {
    const { drafts } = fidelity('YOU BOUGHT OPENING TRANSACTION CALL (ALPF)', '-ALPF270115C47.5', '-640', '2')
    expect(drafts[0]?.instrument).toMatchObject({
      type: 'option',
      underlying: 'ALPF',
      expiry: '2027-01-15',
      strike: '47.5',
      right: 'call',
      contractSize: '100',
    })
  })
})

it('knows listed options of a Schwab history', () => {
  const { drafts } = read(`Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount
09/04/2026,Buy to Open,ALPF 01/15/2027 47.50 P,PUT ALPINE FOODS $47.5 EXP 01/15/27,2,$3.20,$1.30,-$641.30
09/05/2026,Advisor Fee,,TO ADVISOR,,,,-$19.67`)
  expect(drafts[0]?.instrument).toMatchObject({ type: 'option', right: 'put', contractSize: '100' })
  expect(drafts[1]).toMatchObject({ type: 'fees_cash', instrument: null, note: 'TO ADVISOR' })
})

it('takes a debit for a dividend in MT940 as its cost, and a reversed dividend as a dividend', () => {
  const { drafts } = read(`:20:STATEMENT
:25:CH0000000001
:28C:1/1
:60F:C260901CHF100,00
:61:2609040904C12,50NDIVNONREF//REF00000001
:61:2609040904D1,65NDIVNONREF//REF00000002
:61:2609050905RC12,50NDIVNONREF//REF00000003
:62F:C260930CHF98,35`)
  expect(drafts.map(({ type, amount, net }) => [type, amount ?? net])).toEqual([
    ['dividend', '12.5'],
    ['fees_cash', '1.65'],
    ['dividend', '-12.5'],
  ])
})

it('reads conversions of a French DEGIRO statement with or without accents', () => {
  const { drafts, problems } =
    read(`Date,Heure,Date de valeur,Produit,Code ISIN,Description,FX,Mouvements,,Solde,,ID Ordre
21-09-2026,06:32,20-09-2026,,,Operation de change - Crédit,,CHF,"8,64",CHF,"960,35",
21-09-2026,06:32,20-09-2026,,,Opération de change - Débit,"1,2660",USD,"-10,93",USD,"0,00",`)
  expect(problems).toEqual([])
  expect(drafts).toMatchObject([{ type: 'fx', net: '10.93', counterAmount: '8.64', counterCurrency: 'CHF' }])
})

describe('a file with the columns of a preset', () => {
  const header = 'Datum;Transactietype;Waarde (netto);Opmerking;ISIN;Aantal;Kosten;Belasting'
  const row = '2026-03-04;Aankoop;-871,40;Nordsee Windkraft;DE000A9NORD1;40;-11,40;'
  const read = (text: string) => readFile(new TextEncoder().encode(text))

  it('is not read by it if another column states other currencies', () => {
    expect(read(`${header}\n${row}\n`)).toMatchObject({ state: 'read', preset: { id: 'trade_republic' } })
    expect(read(`${header};Munt\n${row};EUR\n`)).toMatchObject({ preset: { id: 'trade_republic' } })
    expect(read(`${header};Munt\n${row};GBP\n`).state).toBe('needs_columns')
  })
})
