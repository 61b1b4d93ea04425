/** Runs at most `limit` tasks at a time; further tasks wait in order of arrival. */
export function createSemaphore(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return {
    waitingCount: () => waiting.length,
    isIdle: () => running === 0,
    async run<T>(task: () => Promise<T>): Promise<T> {
      // A finished task hands its slot to the next waiting one, so a new task cannot overtake it.
      if (running >= limit) await new Promise<void>(resolve => waiting.push(resolve))
      else running += 1
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

/** Runs at most `limit` tasks of one user at a time. A user without tasks takes no memory. */
export function createPerUserLimit(limit: number) {
  const semaphores = new Map<string, ReturnType<typeof createSemaphore>>()

  return async <T>(user: string, task: () => Promise<T>): Promise<T> => {
    const semaphore = semaphores.get(user) ?? createSemaphore(limit)
    semaphores.set(user, semaphore)
    try {
      return await semaphore.run(task)
    } finally {
      if (semaphore.isIdle()) semaphores.delete(user)
    }
  }
}
