type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * Numbers that count or describe and need neither a price nor a rate. A drawdown is 0 at
 * every high, and the parts of a P/L are checked by their total.
 */
const counts =
  /count$|^(position|positions|days|observations|quantity|balance|contract_size|held_days|months_up|months_down|version|residual|offset|year|month|limit|difference|drawdown|depth)$|weight$|^fraction$|realized$|parts\.(currency|trading)$/

/** What identifies a row of a list. */
const keys = [
  'id',
  'key',
  'position_reference',
  'position_id',
  'date',
  'group',
  'leg',
  'currency',
  'event_type',
  'period',
  'month',
]

function rowKey(row: Json, place: number): string {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) return String(place)
  const fields = row as { readonly [key: string]: Json }
  if (typeof fields.year === 'number') return `${fields.year}-${String(fields.month)}`
  const name = keys.find(key => typeof fields[key] === 'string')
  const { account, kind } = fields
  if (name === undefined && account !== undefined && isFields(account)) return String(account.id)
  if (name === undefined && typeof kind !== 'string') return String(place)
  // A position has a row per kind of income, and several payments.
  const rest = name === 'position_id' ? [fields.date, fields.status, kind] : [kind, account]
  return [name === undefined ? '' : fields[name], ...rest].filter(part => typeof part === 'string').join(' ')
}

const small = 1e-6

/**
 * The figures that are 0 where they are not with all prices and rates: a missing input was counted as 0. Rows that are
 * left out are compared by their totals.
 */
export function findZeros(gap: Json, full: Json, path = ''): string[] {
  if (typeof gap === 'number' && typeof full === 'number') {
    const name = /parts\.\w+$/.exec(path)?.[0] ?? path.split('.').at(-1) ?? ''
    // An effect of an attribution is 0 where two returns or weights are the same, the line of a benchmark between prices.
    const isDifference = path.includes('.attribution.') || /\.line\[.*benchmark$/.test(path)
    return Math.abs(gap) < small && Math.abs(full) > small && !counts.test(name) && !isDifference
      ? [`${path}: 0 for ${full}`]
      : []
  }
  if (Array.isArray(gap) && Array.isArray(full)) {
    const byKey = new Map(full.map((row, place) => [rowKey(row, place), row]))
    return gap.flatMap((row, place) => {
      const key = rowKey(row, place)
      const other = byKey.get(key)
      return other === undefined ? [] : findZeros(row, other, `${path}[${key}]`)
    })
  }
  if (!isFields(gap) || !isFields(full)) return []
  // The best month may be another one, and risk is measured on the days that are known.
  if (gap.month !== full.month || gap.observations !== full.observations) return []
  return Object.entries(gap).flatMap(([name, value]) => {
    const other = full[name]
    return other === undefined ? [] : findZeros(value, other, `${path}.${name}`)
  })
}

function isFields(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const reasons = new Set(['no_price', 'no_rate', 'no_base', 'base_lost', 'unlinked', 'ambiguous'])
const explained = [
  'value',
  'pnl_abs_total',
  'total_value',
  'total_pnl_abs',
  'fees',
  'sum',
  'cost',
  'exposure',
]

/** Null figures of objects with flags, none of which says why. */
export function findUnexplained(reply: Json, path = ''): string[] {
  if (Array.isArray(reply)) return reply.flatMap((row, place) => findUnexplained(row, `${path}[${place}]`))
  if (!isFields(reply)) return []
  const found = Object.entries(reply).flatMap(([name, value]) => findUnexplained(value, `${path}.${name}`))
  const flags = reply.flags
  if (!Array.isArray(flags)) return found
  const codes = flags.map(flag => (isFields(flag) ? String(flag.code) : ''))
  if (codes.some(code => reasons.has(code))) return found
  return [...found, ...explained.filter(name => reply[name] === null).map(name => `${path}.${name}`)]
}

/** Amounts of P/L whose percentage has the other sign. */
export function findSignErrors(reply: Json, path = ''): string[] {
  if (Array.isArray(reply)) return reply.flatMap((row, place) => findSignErrors(row, `${path}[${place}]`))
  if (!isFields(reply)) return []
  const found = Object.entries(reply).flatMap(([name, value]) => findSignErrors(value, `${path}.${name}`))
  // The cumulative line of the overview is time-weighted.
  if (path.startsWith('.data.daily_pnl[') && !('twr' in reply)) return found
  const { pnl_abs_total: amount, pnl_rel_total: share } = reply
  if (typeof amount !== 'number' || typeof share !== 'number' || Math.abs(amount) < small) return found
  return amount * share < 0 ? [...found, `${path}: ${amount} beside ${share}`] : found
}

/** Sums in a reply that do not add up. */
export function findWrongSums(reply: Json): string[] {
  if (!isFields(reply)) return []
  const found: string[] = []
  const check = (name: string, sum: number, parts: readonly number[]) => {
    const gross = parts.reduce((total, part) => total + Math.abs(part), Math.abs(sum))
    const total = parts.reduce((all, part) => all + part, 0)
    if (Math.abs(sum - total) > 1e-9 * (1 + gross)) found.push(`${name}: ${sum} is not ${total}`)
  }
  const { total, data } = reply
  if (isFields(total ?? null) && Array.isArray(data)) {
    const totals = total as { readonly [key: string]: Json }
    for (const field of ['value', 'cost', 'fees', 'taxes', 'dividends', 'interest', 'pnl_abs_total']) {
      if (!data.every(row => isFields(row) && field in row)) continue
      const rows = data.map(row => (isFields(row) ? (row[field] ?? null) : null))
      const known = rows.filter((value): value is number => typeof value === 'number')
      const sum = totals[field]
      if (typeof sum === 'number') check(field, sum, known)
      if (sum === null && rows.length > 0 && !rows.includes(null) && field !== 'pnl_abs_total')
        found.push(`${field}: null over known rows`)
    }
  }
  if (isFields(data ?? null)) found.push(...checkEquation(data as { readonly [key: string]: Json }, check))
  return found
}

/** Opening value + net cash flow + P/L = net asset value, where all of them are known. */
function checkEquation(
  data: { readonly [key: string]: Json },
  check: (name: string, sum: number, parts: readonly number[]) => void,
): string[] {
  const read = (...path: string[]) =>
    path.reduce<Json>((value, name) => (isFields(value) ? (value[name] ?? null) : null), data)
  const [nav, ...terms] = [
    read('balance', 'total'),
    read('opening', 'total'),
    read('cash_flow', 'net_cashflow'),
    read('pnl', 'abs', 'total'),
  ]
  if (typeof nav === 'number' && terms.every(term => typeof term === 'number')) check('equation', nav, terms)
  return []
}
