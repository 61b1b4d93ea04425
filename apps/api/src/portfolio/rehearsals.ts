import type { BookKey, ShelvedBook } from './messages.ts'

/** Of the time of a thread, what a rehearsal may take at most: of a large book a part is enough. */
const longestMs = 1_000

interface Rules<Thread, Request> {
  /** Whether a thread is ever asked for such a thing. */
  isAsked(thread: Thread, request: Request): boolean
  /** Whether it begins anew until its time is over, since what it will be asked for is more than this. */
  isTireless(thread: Thread): boolean
}

/**
 * What every thread answers once while nobody asks, for nobody: code that has run is code that the machine has
 * compiled, and the first who ask would else wait for that. Threads that are started later rehearse as well, as long
 * as the book is kept.
 */
export function createRehearsals<Thread extends object, Request>({
  isAsked,
  isTireless,
}: Rules<Thread, Request>) {
  let piece: { requests: readonly Request[]; needs: ShelvedBook } | null = null
  const progress = new WeakMap<Thread, { place: number; spentMs: number }>()
  const progressOf = (thread: Thread) => {
    const known = progress.get(thread) ?? { place: 0, spentMs: 0 }
    progress.set(thread, known)
    return known
  }

  return {
    begin(requests: readonly Request[], needs: ShelvedBook): void {
      piece = { requests, needs }
    },
    /** What a thread goes on with; null when it has done enough. */
    next(thread: Thread): { request: Request; needs: ShelvedBook } | null {
      const own = progressOf(thread)
      if (!piece || own.spentMs > longestMs) return null
      const { requests, needs } = piece
      const isNext = (request: Request, place: number) => place >= own.place && isAsked(thread, request)
      let place = requests.findIndex(isNext)
      if (place < 0 && isTireless(thread)) {
        own.place = 0
        place = requests.findIndex(isNext)
      }
      own.place = place < 0 ? requests.length : place + 1
      const request = requests[place]
      return request === undefined ? null : { request, needs }
    },
    count(thread: Thread, milliseconds: number): void {
      progressOf(thread).spentMs += milliseconds
    },
    /** For good: what fails once would fail in every thread, and in each that is started in place of one that died. */
    end(): void {
      piece = null
    },
    /** A book that is no longer kept is not kept for this either. */
    forget(key: BookKey): void {
      if (piece?.needs.key === key) piece = null
    },
  }
}
