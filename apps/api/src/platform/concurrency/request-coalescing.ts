/**
 * Those who ask the same thing while it is being asked are answered together, by asking once more: after all of them
 * have come, so nobody is told what was true before they asked. The first is not kept waiting for others.
 */
export function createRequestCoalescing() {
  const running = new Map<string, Promise<unknown>>()
  const following = new Map<string, Promise<unknown>>()

  const begin = <T>(question: string, ask: () => Promise<T>): Promise<T> => {
    const answer = ask().finally(() => {
      if (running.get(question) === answer) running.delete(question)
    })
    running.set(question, answer)
    return answer
  }

  return <T>(question: string, ask: () => Promise<T>): Promise<T> => {
    const before = running.get(question)
    if (!before) return begin(question, ask)
    // What is known by one question is of one type: the caller it asks for the same.
    const known = following.get(question) as Promise<T> | undefined
    if (known) return known
    const afterwards = () => {
      following.delete(question)
      return begin(question, ask)
    }
    const next = before.then(afterwards, afterwards)
    following.set(question, next)
    return next
  }
}
