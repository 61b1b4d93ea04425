/** The part of an address after the question mark, as texts; a name that stands there twice has several. */
export type SearchParams = Record<string, string | string[]>

/** Texts stay texts: an id made of digits must not become a number, nor come back in quotes. */
export function parseSearch(search: string): SearchParams {
  const params = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(params.keys())].map(name => {
      const values = params.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const single of Array.isArray(value) ? value : [value]) {
      if (single !== undefined && single !== null) params.append(name, String(single))
    }
  }
  // Slashes, commas and colons are allowed in a query, and an address is nicer to read with them.
  const text = params.toString().replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}
