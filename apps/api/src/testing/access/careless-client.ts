import pg from 'pg'

type Query = (this: pg.Client, ...question: unknown[]) => Promise<pg.QueryResult>

/** One condition of one query: `"family_id" = $2` in `select … where "id" = $1 and "family_id" = $2`. */
export interface Condition {
  question: string
  /** Its position in the query. */
  from: number
  to: number
}

export interface CarelessClients {
  /** Runs `work`, rolls it back, and returns the conditions of all queries in a user's scope. */
  conditionsOf(work: () => Promise<unknown>): Promise<Condition[]>
  /** Runs `work` with one condition removed, and rolls it back. */
  without<T>(condition: Condition, work: () => Promise<T>): Promise<T>
  /** How often the condition was removed. */
  listUnsent(): number
  restore(): void
}

/** A comparison of an id with a parameter. */
const comparison =
  /(?:"?\w+"?\.)?"?(?:\w+_)?id"?\s*(?:=\s*any\s*\(\s*\$\d+[^)]*\)|=\s*\$\d+|in\s*\([^()]*\$\d+[^()]*\))/gi

/**
 * Removes conditions from the stores' queries, as a careless change could. `look` runs before the rollback, on a
 * connection that sees everything.
 */
export function makeCareless(
  look: (query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>) => Promise<void>,
): CarelessClients {
  // pg's type lists many overloads, of which the stores use one.
  const careful = pg.Client.prototype.query as unknown as Query
  const states = new WeakMap<pg.Client, { isForUser: boolean; hasForgotten: boolean }>()
  let heard: Set<string> | null = null
  let current: Condition | null = null
  let listUnsent = 0

  const careless: Query = async function (this: pg.Client, ...question) {
    const [text, ...rest] = question
    if (typeof text !== 'string') return careful.call(this, ...question)
    if (text.startsWith('begin')) {
      const isForUser = /enter_scope\('[^']/.test(text)
      states.set(this, { isForUser, hasForgotten: false })
      return careful.call(this, ...question)
    }
    const state = states.get(this)
    if (!state?.isForUser) return careful.call(this, ...question)
    if (text === 'commit' && heard) return careful.call(this, 'rollback')
    if (text === 'commit' && state.hasForgotten) {
      await careful.call(this, 'set local role none')
      await careful.call(this, "set local plumbline.system = 'on'")
      await look((asked, values) => careful.call(this, asked, values))
      return careful.call(this, 'rollback')
    }
    heard?.add(text)
    if (current?.question !== text) return careful.call(this, ...question)
    state.hasForgotten = true
    listUnsent += 1
    return careful.call(this, withoutCondition(current), ...rest)
  }
  pg.Client.prototype.query = careless as unknown as typeof pg.Client.prototype.query

  return {
    async conditionsOf(work) {
      heard = new Set()
      await work()
      const questions = [...heard]
      heard = null
      return questions.flatMap(conditionsIn)
    },
    async without(condition, work) {
      current = condition
      try {
        return await work()
      } finally {
        current = null
      }
    },
    listUnsent: () => listUnsent,
    restore() {
      pg.Client.prototype.query = careful as unknown as typeof pg.Client.prototype.query
    },
  }
}

/** In a write, only the `where` clause is a condition. */
function conditionsIn(question: string): Condition[] {
  const where = question.search(/\bwhere\b/i)
  return where < 0
    ? []
    : [...question.matchAll(comparison)]
        .filter(({ index }) => index > where)
        .map(({ index, 0: text }) => ({ question, from: index, to: index + text.length }))
}

function withoutCondition({ question, from, to }: Condition): string {
  // The parameters stay in the query, so that they keep their types.
  return `${question.slice(0, from)}(${question.slice(from, to)} or true)${question.slice(to)}`
}
