export interface TurnRules {
  /** How many things of a user are done at a time, as it stands now; at least one. */
  most(user: string): number
  /** How long a turn stays taken after its work is done, in milliseconds: what was done is theirs at once. */
  pauseOf(user: string): number
}

/** At most so many things of one user at a time; the rest take their turn. One busy user starves nobody else. */
export function createTurns({ most, pauseOf }: TurnRules) {
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  const pass = (user: string): void => {
    const line = waiting.get(user) ?? []
    let count = (running.get(user) ?? 1) - 1
    while (line.length > 0 && count < most(user)) {
      count += 1
      line.shift()?.()
    }
    if (line.length === 0) waiting.delete(user)
    if (count > 0) running.set(user, count)
    else running.delete(user)
  }

  return async <T>(user: string, work: () => Promise<T>): Promise<T> => {
    const count = running.get(user) ?? 0
    if (count < most(user)) running.set(user, count + 1)
    else
      await new Promise<void>(resolve => {
        const line = waiting.get(user)
        if (line) line.push(resolve)
        else waiting.set(user, [resolve])
      })
    try {
      return await work()
    } finally {
      const pauseMs = pauseOf(user)
      if (pauseMs > 0) setTimeout(pass, pauseMs, user).unref()
      else pass(user)
    }
  }
}
