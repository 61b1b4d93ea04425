/** The query string as text values; a repeated name has an array of them. */
export type SearchParams = Record<string, string | string[]>

/** Values stay strings: an id made of digits must not become a number or return quoted. */
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
  // Slashes, commas and colons are valid in a query; leave them readable.
  const text = params.toString().replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}
