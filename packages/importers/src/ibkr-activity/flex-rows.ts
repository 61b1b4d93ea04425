import type { FlexRow } from '../ibkr-flex/attributes.ts'
import { type Attributes, categoryCode, compact, type Instruments } from './instruments.ts'
import type { SectionRow } from './sections.ts'

/** The types of cash transactions, by the section that lists them. */
const cashSections: Readonly<Record<string, string>> = {
  Dividends: 'Dividends',
  'Payment In Lieu Of Dividends': 'Payment In Lieu Of Dividends',
  'Withholding Tax': 'Withholding Tax',
  '871(m) Withholding': '871(m) Withholding',
  Interest: 'Broker Interest',
  'Broker Interest Paid': 'Broker Interest Paid',
  'Broker Interest Received': 'Broker Interest Received',
  'Bond Interest Paid': 'Bond Interest Paid',
  'Bond Interest Received': 'Bond Interest Received',
  Fees: 'Other Fees',
  'Other Fees': 'Other Fees',
  'Commission Adjustments': 'Commission Adjustments',
  'Sales Tax': 'Sales Tax',
  'Deposits & Withdrawals': 'Deposits & Withdrawals',
}

/** Rows of an activity statement as rows of a Flex query, which has the same content in other names. Null for others. */
export function toFlexRow(row: SectionRow, instruments: Instruments, endDate: string | null): FlexRow | null {
  const attributes = readAttributes(row, instruments, endDate)
  return attributes && { element: elements[row.section] ?? 'CashTransaction', place: row.place, attributes }
}

const elements: Readonly<Record<string, string>> = {
  Trades: 'Trade',
  'Corporate Actions': 'CorporateAction',
  Transfers: 'Transfer',
  'Open Positions': 'OpenPosition',
}

function readAttributes(
  row: SectionRow,
  instruments: Instruments,
  endDate: string | null,
): Attributes | null {
  const { section, cells } = row
  if (section === 'Trades') return readTrade(row, instruments)
  if (section === 'Corporate Actions') return readAction(row)
  if (section === 'Transfers') return readTransfer(row, instruments)
  if (section === 'Open Positions') return readPosition(row, instruments, endDate)
  const type = cashSections[section]
  return type === undefined ? null : readCash(cells, type, instruments)
}

/** Codes of trades that end an option: assigned, exercised, expired. */
const isEnd = (code: string): boolean => code.split(/[;,]/).some(part => /^(A|Ex|Ep)$/.test(part.trim()))

function readTrade({ cells }: SectionRow, instruments: Instruments): Attributes {
  const category = categoryCode(cells['Asset Category'])
  const code = cells.Code ?? ''
  // Forex states its commission in the base currency of the account.
  const commission = Object.entries(cells).find(([name]) => /^Comm(\/Fee| in [A-Z]{3})$/.test(name))
  const moment = cells['Date/Time']
  return compact({
    ...instruments.find(category, cells.Symbol),
    assetCategory: category ?? '',
    currency: cells.Currency,
    dateTime: moment,
    tradeDate: moment?.slice(0, 10),
    quantity: cells.Quantity,
    tradePrice: cells['T. Price'],
    proceeds: cells.Proceeds,
    ibCommission: commission?.[1],
    ibCommissionCurrency: / in ([A-Z]{3})$/.exec(commission?.[0] ?? '')?.[1] ?? cells.Currency,
    notes: code,
    transactionType: /cancel/i.test(cells.DataDiscriminator ?? '')
      ? 'TradeCancel'
      : isEnd(code)
        ? 'BookTrade'
        : 'ExchTrade',
  })
}

/** 'AAPL(US0378331005) Cash Dividend USD 0.24 per Share': the security that a payment is about. */
const paidFor = /^([^()]{1,40}?)\s*\(([A-Z]{2}[A-Z0-9]{9}\d)\)/

/** Words of coupons and accrued interest of bonds in the languages of statements. */
const couponWords =
  /\b(coupon|kupon|cup[oó]n|cedola|accrued int|st(ü|ue)ckzins|int[eé]r[eê]ts? courus|inter[eé]s(es)? (devengado|corrido)|rateo)/i

function readCash(
  cells: Readonly<Record<string, string>>,
  type: string,
  instruments: Instruments,
): Attributes {
  const description = cells.Description ?? ''
  const [, symbol, isin] = paidFor.exec(description) ?? []
  const isBond = /interest/i.test(type) && couponWords.test(description)
  return compact({
    ...(symbol ? instruments.find('STK', symbol) : {}),
    isin,
    type: isBond ? 'Bond Interest' : type,
    currency: cells.Currency,
    settleDate: cells['Settle Date'] ?? cells.Date ?? cells['Date/Time'],
    description,
    amount: cells.Amount,
  })
}

/** The text of an action ends in the symbol, name and number of the security that the row is about. */
const ownSecurity = /\(([^(),]+), .+, [^(),]+\)$/

function readAction({ cells }: SectionRow): Attributes {
  const [, symbol] = ownSecurity.exec(cells.Description ?? '') ?? []
  return compact({
    assetCategory: categoryCode(cells['Asset Category']) ?? '',
    currency: cells.Currency,
    symbol,
    reportDate: cells['Report Date'],
    dateTime: cells['Date/Time'],
    description: cells.Description,
    quantity: cells.Quantity,
    proceeds: cells.Proceeds,
    value: cells.Value,
  })
}

function readTransfer({ cells }: SectionRow, instruments: Instruments): Attributes {
  const category = categoryCode(cells['Asset Category'])
  const isCash = cells.Symbol === undefined || category === 'CASH'
  return compact({
    ...(isCash ? {} : instruments.find(category, cells.Symbol)),
    assetCategory: isCash ? 'CASH' : (category ?? ''),
    currency: cells.Currency,
    date: cells.Date,
    direction: cells.Direction,
    account: cells['Xfer Account'],
    quantity: cells.Qty,
    positionAmount: cells['Market Value'],
    cashTransfer: cells['Cash Amount'],
  })
}

function readPosition({ cells }: SectionRow, instruments: Instruments, endDate: string | null): Attributes {
  const category = categoryCode(cells['Asset Category'])
  return compact({
    ...instruments.find(category, cells.Symbol),
    assetCategory: category ?? '',
    currency: cells.Currency,
    reportDate: endDate ?? undefined,
    position: cells.Quantity,
    markPrice: cells['Close Price'],
    positionValue: cells.Value,
    multiplier: cells.Mult,
    levelOfDetail: cells.DataDiscriminator?.toUpperCase(),
  })
}
