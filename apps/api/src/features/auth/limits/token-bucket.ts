/** How often something may happen for each of many names: so many at once, and then so many a second. */
export interface Pace {
  allows(name: string): boolean
}

/** Names that have not been heard of for longest are forgotten first; whoever is forgotten begins anew. */
const mostNames = 10_000

export function createPace(
  { atOnce, perSecond }: { atOnce: number; perSecond: number },
  now: () => number = () => performance.now(),
): Pace {
  /** When each will have all of its turns again. */
  const fullAt = new Map<string, number>()
  const gap = 1000 / perSecond
  return {
    allows(name) {
      const present = now()
      const next = Math.max(fullAt.get(name) ?? 0, present) + gap
      if (next > present + atOnce * gap) return false
      fullAt.delete(name)
      fullAt.set(name, next)
      if (fullAt.size > mostNames) fullAt.delete(fullAt.keys().next().value ?? '')
      return true
    },
  }
}
