import type { ReportRow, ReportSection, ReportTable } from '../document.ts'
import type { RealizedLot } from '../realized-lots.query.ts'
import type { CashReply, FeesReply, PositionsReply, TransactionsReply } from './answers.ts'
import { sumOf } from './money-sections.ts'
import type { Words } from './words.ts'

type Position = PositionsReply['data'][number]

/** Open positions under the headings of their types, each type with its sum. */
export function positionsSection(words: Words, { data, total }: PositionsReply): ReportSection {
  const byType = [...Map.groupBy(data, position => position.instrument_type)].sort(
    ([, a], [, b]) => sumOf(b.map(row => row.value)) - sumOf(a.map(row => row.value)),
  )
  const rows = byType.flatMap(([type, positions]): ReportRow[] => [
    { role: 'heading', cells: [words.word('instrument_type', type)] },
    ...positions.map(positionRow),
    {
      role: 'sum',
      cells: [
        null,
        null,
        null,
        null,
        null,
        sumOf(positions.map(position => position.value)),
        sumOf(positions.map(position => position.weight)),
        sumOf(positions.map(position => position.pnl_abs_total)),
      ],
    },
  ])
  return {
    title: words.say('report_section_positions'),
    tables: [
      {
        title: '',
        columns: [
          words.column('name', 'text', true),
          words.column('account', 'text'),
          words.column('quantity', 'quantity'),
          words.column('price', 'price'),
          words.column('currency', 'text'),
          words.column('value', 'money'),
          words.column('share', 'share'),
          words.column('pnl', 'gain'),
        ],
        rows,
        total: [
          words.say('report_col_whole'),
          null,
          null,
          null,
          null,
          total.value,
          null,
          total.pnl_abs_total,
        ],
        note: null,
      },
    ],
  }
}

function positionRow(position: Position): ReportRow {
  return {
    cells: [
      position.name,
      position.account.name,
      position.quantity,
      position.price_current,
      position.currency,
      position.value,
      position.weight,
      position.pnl_abs_total,
    ],
  }
}

export function cashSection(words: Words, { data, total }: CashReply): ReportSection {
  return {
    title: words.say('report_section_cash'),
    tables: [
      {
        title: '',
        columns: [
          words.column('account', 'text', true),
          words.column('custodian', 'text'),
          words.column('currency', 'text'),
          words.column('balance', 'money'),
          words.column('value', 'money'),
          words.column('share', 'share'),
        ],
        rows: data.map(cash => ({
          cells: [
            cash.account.name,
            cash.custodian.name,
            cash.currency,
            cash.balance,
            cash.value,
            cash.weight,
          ],
        })),
        total: [words.say('report_col_whole'), null, null, null, total.value, total.weight],
        note: null,
      },
    ],
  }
}

/** The positions that gained most and those that lost most. */
export function contributorsSection(words: Words, rows: readonly Position[]): ReportSection {
  const known = rows
    .filter(row => row.pnl_abs_total !== null)
    .toSorted((a, b) => (b.pnl_abs_total ?? 0) - (a.pnl_abs_total ?? 0))
  const most = 10
  const best = known.filter(row => (row.pnl_abs_total ?? 0) > 0).slice(0, most)
  const worst = known
    .filter(row => (row.pnl_abs_total ?? 0) < 0)
    .slice(-most)
    .reverse()
  const table = (positions: readonly Position[]): ReportTable => ({
    title: '',
    columns: [
      words.column('name', 'text', true),
      words.column('account', 'text'),
      words.column('value', 'money'),
      words.column('pnl', 'gain'),
    ],
    rows: positions.map(row => ({ cells: [row.name, row.account.name, row.value, row.pnl_abs_total] })),
    total: null,
    note: null,
  })
  const tables = [best, worst].filter(list => list.length > 0).map(table)
  return { title: words.say('report_section_contributors'), tables }
}

export function transactionsSection(words: Words, { data }: TransactionsReply): ReportSection {
  return {
    title: words.say('report_section_transactions'),
    tables: [
      {
        title: '',
        columns: [
          words.column('date', 'date'),
          words.column('kind', 'text'),
          words.column('name', 'text', true),
          words.column('account', 'text'),
          words.column('quantity', 'quantity'),
          words.column('price', 'price'),
          words.column('currency', 'text'),
          words.column('amount', 'money'),
        ],
        rows: data.map(row => ({
          cells: [
            row.date,
            words.word('transaction_type', row.transaction_type),
            row.name ?? '',
            row.account.name,
            row.quantity,
            row.price,
            row.currency,
            row.original_amount,
          ],
        })),
        total: null,
        note: null,
      },
    ],
  }
}

/** What positions and cash brought in, before and after what was withheld. */
export function incomeSection(
  words: Words,
  positions: readonly Position[],
  cash: CashReply['data'],
): ReportSection {
  const rows = [
    ...positions.map(row => ({
      name: row.name,
      account: row.account.name,
      dividends: row.dividends ?? 0,
      interest: row.interest ?? 0,
      other: row.other_income ?? 0,
      taxes: row.taxes ?? 0,
    })),
    ...cash.map(row => ({
      name: row.currency,
      account: row.account.name,
      dividends: 0,
      interest: row.interest ?? 0,
      other: 0,
      taxes: row.taxes ?? 0,
    })),
  ].filter(row => row.dividends !== 0 || row.interest !== 0 || row.other !== 0 || row.taxes !== 0)
  const net = (row: (typeof rows)[number]) => row.dividends + row.interest + row.other - row.taxes
  const sum = (pick: (row: (typeof rows)[number]) => number) => sumOf(rows.map(pick))
  return {
    title: words.say('report_section_income'),
    tables: [
      {
        title: '',
        columns: [
          words.column('name', 'text', true),
          words.column('account', 'text'),
          words.column('dividends', 'money'),
          words.column('interest', 'money'),
          words.column('other_income', 'money'),
          words.column('taxes', 'money'),
          words.column('net', 'money'),
        ],
        rows: rows
          .toSorted((a, b) => net(b) - net(a))
          .map(row => ({
            cells: [row.name, row.account, row.dividends, row.interest, row.other, row.taxes, net(row)],
          })),
        total: [
          words.say('report_col_whole'),
          null,
          sum(row => row.dividends),
          sum(row => row.interest),
          sum(row => row.other),
          sum(row => row.taxes),
          sum(net),
        ],
        note: null,
      },
    ],
  }
}

export function feesSection(
  words: Words,
  title: 'report_section_fees' | 'report_section_fee_types',
  { data: { total, group_by } }: FeesReply,
): ReportSection {
  const isByKind = title === 'report_section_fee_types'
  return {
    title: words.say(title),
    tables: [
      {
        title: '',
        columns: [
          words.column(isByKind ? 'kind' : 'custodian', 'text', true),
          words.column('fees', 'money'),
          words.column('share', 'share'),
          words.column('bps', 'money'),
        ],
        rows: group_by.map(group => ({ cells: [group.name, group.sum, group.share, group.bps] })),
        total: [words.say('report_col_whole'), total.sum, total.sum === 0 ? null : 1, total.bps],
        note: null,
      },
    ],
  }
}

export function gainsSections(words: Words, lots: readonly RealizedLot[]): ReportSection[] {
  const total = (rows: readonly RealizedLot[]) => [
    sumOf(rows.map(row => row.cost)),
    sumOf(rows.map(row => row.proceeds)),
    sumOf(rows.map(row => row.gain)),
  ]
  const byName = [...Map.groupBy(lots, lot => lot.name)].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    {
      title: words.say('report_section_gains_sums'),
      tables: [
        {
          title: '',
          columns: [
            words.column('name', 'text', true),
            words.column('cost', 'money'),
            words.column('proceeds', 'money'),
            words.column('gain', 'gain'),
          ],
          rows: byName.map(([name, rows]) => ({ cells: [name, ...total(rows)] })),
          total: [words.say('report_col_whole'), ...total(lots)],
          note: null,
        },
      ],
    },
    {
      title: words.say('report_section_gains'),
      tables: [
        {
          title: '',
          columns: [
            words.column('name', 'text', true),
            words.column('account', 'text'),
            words.column('bought', 'date'),
            words.column('sold', 'date'),
            words.column('quantity', 'quantity'),
            words.column('cost', 'money'),
            words.column('proceeds', 'money'),
            words.column('gain', 'gain'),
          ],
          rows: lots.map(lot => ({
            cells: [
              lot.name,
              lot.account,
              lot.opened,
              lot.closed,
              lot.quantity,
              lot.cost,
              lot.proceeds,
              lot.gain,
            ],
          })),
          total: [words.say('report_col_whole'), null, null, null, null, ...total(lots)],
          note: null,
        },
      ],
    },
  ]
}
