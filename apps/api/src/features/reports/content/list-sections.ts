import type { ReportRow, ReportSection, ReportTable } from '../document.ts'
import type { RealizedLot } from '../realized-lots.query.ts'
import { sumAll, sumKnown, sumLabel } from './money-sections.ts'
import type { CashReply, FeesReply, PositionsReply, TransactionsReply } from './report-figures.ts'
import type { ReportTexts } from './report-texts.ts'

type Position = PositionsReply['data'][number]

/** Open positions grouped by type, with subtotals. */
export function positionsSection(texts: ReportTexts, { data, total }: PositionsReply): ReportSection {
  const byType = [...Map.groupBy(data, position => position.instrument_type)].sort(
    ([, a], [, b]) => (sumKnown(b.map(row => row.value)) ?? 0) - (sumKnown(a.map(row => row.value)) ?? 0),
  )
  const rows = byType.flatMap(([type, positions]): ReportRow[] => [
    { role: 'heading', cells: [texts.listLabel('instrument_type', type)] },
    ...positions.map(positionRow),
    {
      role: 'sum',
      cells: [
        sumLabel(
          texts,
          texts.get('report_col_subtotal', { type: texts.listLabel('instrument_type', type) }),
          positions.map(position => position.value),
        ),
        null,
        null,
        null,
        null,
        sumKnown(positions.map(position => position.value)),
        sumKnown(positions.map(position => position.weight)),
        sumAll(positions.map(position => position.pnl_abs_total)),
      ],
    },
  ])
  return {
    title: texts.get('report_section_positions'),
    tables: [
      {
        title: '',
        columns: [
          texts.column('name', 'text', true),
          texts.column('account', 'text'),
          texts.column('quantity', 'quantity'),
          texts.column('price', 'price'),
          texts.column('currency', 'text'),
          texts.column('value', 'money'),
          texts.column('share', 'share'),
          texts.column('pnl', 'gain'),
        ],
        rows,
        total: [
          sumLabel(
            texts,
            texts.get('report_col_whole'),
            data.map(position => position.value),
          ),
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

export function cashSection(texts: ReportTexts, { data, total }: CashReply): ReportSection {
  return {
    title: texts.get('report_section_cash'),
    tables: [
      {
        title: '',
        columns: [
          texts.column('account', 'text', true),
          texts.column('custodian', 'text'),
          texts.column('currency', 'text'),
          texts.ownMoney('balance', 2),
          texts.column('value', 'money'),
          texts.column('share', 'share'),
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
        total: [
          sumLabel(
            texts,
            texts.get('report_col_whole'),
            data.map(cash => cash.value),
          ),
          null,
          null,
          null,
          total.value,
          total.weight,
        ],
        note: null,
      },
    ],
  }
}

/** The positions with the highest gains and losses. */
export function contributorsSection(texts: ReportTexts, rows: readonly Position[]): ReportSection {
  const known = rows
    .filter(row => row.pnl_abs_total !== null)
    .toSorted((a, b) => (b.pnl_abs_total ?? 0) - (a.pnl_abs_total ?? 0))
  const most = 10
  const best = known.filter(row => (row.pnl_abs_total ?? 0) > 0).slice(0, most)
  const worst = known
    .filter(row => (row.pnl_abs_total ?? 0) < 0)
    .slice(-most)
    .reverse()
  const table = (title: string, positions: readonly Position[]): ReportTable => ({
    title,
    columns: [
      texts.column('name', 'text', true),
      texts.column('account', 'text'),
      texts.column('value', 'money'),
      texts.column('pnl', 'gain'),
    ],
    rows: positions.map(row => ({ cells: [row.name, row.account.name, row.value, row.pnl_abs_total] })),
    total: null,
    note: null,
  })
  const tables = [
    table(texts.get('report_table_best'), best),
    table(texts.get('report_table_worst'), worst),
  ].filter(({ rows }) => rows.length > 0)
  return { title: texts.get('report_section_contributors'), tables }
}

export function transactionsSection(texts: ReportTexts, { data }: TransactionsReply): ReportSection {
  return {
    title: texts.get('report_section_transactions'),
    tables: [
      {
        title: '',
        columns: [
          texts.column('date', 'date'),
          texts.column('kind', 'text'),
          texts.column('name', 'text', true),
          texts.column('account', 'text'),
          texts.column('quantity', 'quantity'),
          texts.column('price', 'price'),
          texts.column('currency', 'text'),
          texts.ownMoney('amount', 6),
        ],
        rows: data.map(row => ({
          cells: [
            row.date,
            texts.listLabel('transaction_type', row.transaction_type),
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

/** Income of positions and cash, before and after withholding tax. */
export function incomeSection(
  texts: ReportTexts,
  positions: readonly Position[],
  cash: CashReply['data'],
): ReportSection {
  const rows = [
    ...positions.map(row => ({
      name: row.name,
      account: row.account.name,
      dividends: row.dividends,
      interest: row.interest,
      other: row.other_income,
      taxes: row.taxes,
    })),
    ...cash.map(row => ({
      name: row.currency,
      account: row.account.name,
      dividends: 0,
      interest: row.interest,
      other: 0,
      taxes: row.taxes,
    })),
  ].filter(row => row.dividends !== 0 || row.interest !== 0 || row.other !== 0 || row.taxes !== 0)
  type Row = (typeof rows)[number]
  const net = ({ dividends, interest, other, taxes }: Row) =>
    sumAll([dividends, interest, other, taxes === null ? null : -taxes])
  const sum = (pick: (row: Row) => number | null) => sumKnown(rows.map(pick))
  return {
    title: texts.get('report_section_income'),
    tables: [
      {
        title: '',
        columns: [
          texts.column('name', 'text', true),
          texts.column('account', 'text'),
          texts.column('dividends', 'money'),
          texts.column('interest', 'money'),
          texts.column('other_income', 'money'),
          texts.column('taxes', 'money'),
          texts.column('net', 'money'),
        ],
        rows: rows
          .toSorted((a, b) => (net(b) ?? 0) - (net(a) ?? 0))
          .map(row => ({
            cells: [row.name, row.account, row.dividends, row.interest, row.other, row.taxes, net(row)],
          })),
        total: [
          sumLabel(texts, texts.get('report_col_whole'), rows.map(net)),
          null,
          sum(row => row.dividends),
          sum(row => row.interest),
          sum(row => row.other),
          sum(row => row.taxes),
          sum(net),
        ],
        sum: {
          result: 6,
          terms: [
            { column: 2, sign: 1 },
            { column: 3, sign: 1 },
            { column: 4, sign: 1 },
            { column: 5, sign: -1 },
          ],
        },
        note: null,
      },
    ],
  }
}

export function feesSection(
  texts: ReportTexts,
  title: 'report_section_fees' | 'report_section_fee_types',
  { data: { total, group_by } }: FeesReply,
): ReportSection {
  const isByKind = title === 'report_section_fee_types'
  return {
    title: texts.get(title),
    tables: [
      {
        title: '',
        columns: [
          texts.column(isByKind ? 'kind' : 'custodian', 'text', true),
          texts.column('fees', 'money'),
          texts.column('share', 'share'),
          texts.column('bps', 'number'),
        ],
        rows: group_by.map(group => ({ cells: [group.name, group.sum, group.share, group.bps] })),
        total: [
          total.flags.some(({ code }) => code === 'partial')
            ? texts.get('report_partial_sum', { label: texts.get('report_col_whole') })
            : texts.get('report_col_whole'),
          total.sum,
          total.sum === 0 || total.sum === null ? null : 1,
          total.bps,
        ],
        note: null,
      },
    ],
  }
}

/** Gain = proceeds - cost, in columns from `first`. */
function gainSum(first: number): NonNullable<ReportTable['sum']> {
  return {
    result: first + 2,
    terms: [
      { column: first, sign: -1 },
      { column: first + 1, sign: 1 },
    ],
  }
}

export function gainsSections(texts: ReportTexts, lots: readonly RealizedLot[]): ReportSection[] {
  const total = (rows: readonly RealizedLot[]) => [
    sumKnown(rows.map(row => row.cost)),
    sumKnown(rows.map(row => row.proceeds)),
    sumKnown(rows.map(row => row.gain)),
  ]
  const wholeLabel = sumLabel(
    texts,
    texts.get('report_col_whole'),
    lots.map(lot => lot.gain),
  )
  const byName = [...Map.groupBy(lots, lot => lot.name)].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    {
      title: texts.get('report_section_gains_sums'),
      tables: [
        {
          title: '',
          columns: [
            texts.column('name', 'text', true),
            texts.column('cost', 'money'),
            texts.column('proceeds', 'money'),
            texts.column('gain', 'gain'),
          ],
          rows: byName.map(([name, rows]) => ({ cells: [name, ...total(rows)] })),
          total: [wholeLabel, ...total(lots)],
          sum: gainSum(1),
          note: null,
        },
      ],
    },
    {
      title: texts.get('report_section_gains'),
      tables: [
        {
          title: '',
          columns: [
            texts.column('name', 'text', true),
            texts.column('account', 'text'),
            texts.column('bought', 'date'),
            texts.column('sold', 'date'),
            texts.column('quantity', 'quantity'),
            texts.column('cost', 'money'),
            texts.column('proceeds', 'money'),
            texts.column('gain', 'gain'),
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
          total: [wholeLabel, null, null, null, null, ...total(lots)],
          sum: gainSum(5),
          note: null,
        },
      ],
    },
  ]
}
