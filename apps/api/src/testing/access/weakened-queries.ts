import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => Promise<pg.QueryResult>

/** One condition of one query: `"family_id" = $2` in `select … where "id" = $1 and "family_id" = $2`. */
export interface Condition {
  /** The text of the query. */
  query: string
  /** Its position in the query. */
  from: number
  to: number
}

export interface WeakenedQueries {
  /** Runs `work`, rolls it back, and returns the conditions of all queries in a user's scope. */
  recordConditions(work: () => Promise<unknown>): Promise<Condition[]>
  /** Runs `work` with one condition removed, and rolls it back. */
  without<T>(condition: Condition, work: () => Promise<T>): Promise<T>
  /** How many queries were sent without a condition. */
  countRemoved(): number
  restore(): void
}

/** A comparison of an id with a parameter. */
const comparison =
  /(?:"?\w+"?\.)?"?(?:\w+_)?id"?\s*(?:=\s*any\s*\(\s*\$\d+[^)]*\)|=\s*\$\d+|in\s*\([^()]*\$\d+[^()]*\))/gi

/**
 * Removes conditions from the stores' queries, as a defective change could. `look` runs before the rollback, on a
 * connection that sees everything.
 */
export function weakenQueries(
  look: (query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>) => Promise<void>,
): WeakenedQueries {
  // pg's type lists many overloads, of which the stores use one.
  const original = pg.Client.prototype.query as unknown as Query
  const states = new WeakMap<pg.Client, { isForUser: boolean; isWeakened: boolean }>()
  let recorded: Set<string> | null = null
  let current: Condition | null = null
  let removed = 0

  const weakened: Query = async function (this: pg.Client, ...args) {
    const [text, ...rest] = args
    if (typeof text !== 'string') return original.call(this, ...args)
    if (text.startsWith('begin')) {
      const isForUser = /enter_scope\('[^']/.test(text)
      states.set(this, { isForUser, isWeakened: false })
      return original.call(this, ...args)
    }
    const state = states.get(this)
    if (!state?.isForUser) return original.call(this, ...args)
    if (text === 'commit' && recorded) return original.call(this, 'rollback')
    if (text === 'commit' && state.isWeakened) {
      await original.call(this, 'set local role none')
      await original.call(this, "set local plumbline.system = 'on'")
      await look((sql, values) => original.call(this, sql, values))
      return original.call(this, 'rollback')
    }
    recorded?.add(text)
    if (current?.query !== text) return original.call(this, ...args)
    state.isWeakened = true
    removed += 1
    return original.call(this, withoutCondition(current), ...rest)
  }
  pg.Client.prototype.query = weakened as unknown as typeof pg.Client.prototype.query

  return {
    async recordConditions(work) {
      recorded = new Set()
      await work()
      const texts = [...recorded]
      recorded = null
      return texts.flatMap(conditionsIn)
    },
    async without(condition, work) {
      current = condition
      try {
        return await work()
      } finally {
        current = null
      }
    },
    countRemoved: () => removed,
    restore() {
      pg.Client.prototype.query = original as unknown as typeof pg.Client.prototype.query
    },
  }
}

/** In a write, only the `where` clause is a condition. */
function conditionsIn(query: string): Condition[] {
  const where = query.search(/\bwhere\b/i)
  return where < 0
    ? []
    : [...query.matchAll(comparison)]
        .filter(({ index }) => index > where)
        .map(({ index, 0: text }) => ({ query, from: index, to: index + text.length }))
}

function withoutCondition({ query, from, to }: Condition): string {
  // The parameters stay in the query, so that they keep their types.
  return `${query.slice(0, from)}(${query.slice(from, to)} or true)${query.slice(to)}`
}
