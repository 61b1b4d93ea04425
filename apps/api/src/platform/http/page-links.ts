/** One page of a list, with the URLs of the pages around it. */
export function pageRows<Row>(rows: readonly Row[], path: string, query: { limit: number; offset: number }) {
  const { limit, offset } = query
  return {
    ...pageLinks(path, query, rows.length),
    count: rows.length,
    data: rows.slice(offset, offset + limit),
  }
}

/** The URLs of the pages around one of a list of `count` rows. */
export function pageLinks(path: string, query: { limit: number; offset: number }, count: number) {
  const { limit, offset } = query
  const address = (at: number) => {
    const parameters = new URLSearchParams()
    for (const [key, value] of Object.entries({ ...query, offset: at }))
      if (value !== undefined) parameters.set(key, String(value))
    return `${path}?${parameters}`
  }
  return {
    next: offset + limit < count ? address(offset + limit) : null,
    previous: offset > 0 ? address(Math.max(0, offset - limit)) : null,
  }
}
