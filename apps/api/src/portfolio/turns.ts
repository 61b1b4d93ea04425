/**
 * At most so many things of one user at a time; the rest take their turn. One busy user starves nobody else.
 * `pauseOf` says how long a turn stays taken after its work is done: what was done is theirs at once.
 */
export function createTurns(most: number, pauseOf: (user: string) => number = () => 0) {
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  const pass = (user: string): void => {
    const next = waiting.get(user)?.shift()
    if (next) {
      next()
      return
    }
    waiting.delete(user)
    const left = (running.get(user) ?? 1) - 1
    if (left > 0) running.set(user, left)
    else running.delete(user)
  }

  return async <T>(user: string, work: () => Promise<T>): Promise<T> => {
    const count = running.get(user) ?? 0
    if (count < most) running.set(user, count + 1)
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
