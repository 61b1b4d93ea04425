import pg from 'pg'

type Query = (this: pg.Client, ...question: unknown[]) => Promise<pg.QueryResult>

/** One condition of one question: `"family_id" = $2` in `select … where "id" = $1 and "family_id" = $2`. */
export interface Condition {
  question: string
  /** Where in the question it stands. */
  from: number
  to: number
}

export interface CarelessClients {
  /** Runs `work`, undoes it, and tells the conditions of all that was asked for a user meanwhile. */
  conditionsOf(work: () => Promise<unknown>): Promise<Condition[]>
  /** Runs `work` with one condition forgotten. Nothing that is written with it stays. */
  without<T>(condition: Condition, work: () => Promise<T>): Promise<T>
  /** How often the condition was really forgotten. */
  forgotten(): number
  restore(): void
}

/** A comparison of something's id with what a request gave. */
const comparison =
  /(?:"?\w+"?\.)?"?(?:\w+_)?id"?\s*(?:=\s*any\s*\(\s*\$\d+[^)]*\)|=\s*\$\d+|in\s*\([^()]*\$\d+[^()]*\))/gi

/**
 * Lets stores forget conditions, as a careless change could: what they ask for a user goes through here. `look` is told
 * what has come of it before it is undone, on a connection that sees everything.
 */
export function makeCareless(
  look: (query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>) => Promise<void>,
): CarelessClients {
  // Its type has a form for each of many ways to ask, of which stores use one.
  const careful = pg.Client.prototype.query as unknown as Query
  const states = new WeakMap<pg.Client, { isForUser: boolean; hasForgotten: boolean }>()
  let heard: Set<string> | null = null
  let current: Condition | null = null
  let forgotten = 0

  const careless: Query = async function (this: pg.Client, ...question) {
    const [text, ...rest] = question
    if (typeof text !== 'string') return careful.call(this, ...question)
    if (text.startsWith('begin')) {
      const isForUser = /plumbline\."user" = '[^']/.test(text)
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
    forgotten += 1
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
    forgotten: () => forgotten,
    restore() {
      pg.Client.prototype.query = careful as unknown as typeof pg.Client.prototype.query
    },
  }
}

/** Of what is written only the choice of rows is a condition. */
function conditionsIn(question: string): Condition[] {
  const where = question.search(/\bwhere\b/i)
  return where < 0
    ? []
    : [...question.matchAll(comparison)]
        .filter(({ index }) => index > where)
        .map(({ index, 0: text }) => ({ question, from: index, to: index + text.length }))
}

function withoutCondition({ question, from, to }: Condition): string {
  // Still there, so that the values keep their types.
  return `${question.slice(0, from)}(${question.slice(from, to)} or true)${question.slice(to)}`
}
