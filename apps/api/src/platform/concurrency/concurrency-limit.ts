/** Runs at most `limit` tasks of one user at a time; further ones wait in the order they came. */
export function createConcurrencyLimit(limit: number) {
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  const release = (user: string): void => {
    const queue = waiting.get(user)
    const next = queue?.shift()
    if (queue?.length === 0) waiting.delete(user)
    if (next) {
      // The next task takes the place over, so no other can come in between.
      next()
      return
    }
    const count = (running.get(user) ?? 1) - 1
    if (count > 0) running.set(user, count)
    else running.delete(user)
  }

  return async <T>(user: string, task: () => Promise<T>): Promise<T> => {
    const count = running.get(user) ?? 0
    if (count < limit) running.set(user, count + 1)
    else
      await new Promise<void>(resolve => {
        const queue = waiting.get(user)
        if (queue) queue.push(resolve)
        else waiting.set(user, [resolve])
      })
    try {
      return await task()
    } finally {
      release(user)
    }
  }
}
