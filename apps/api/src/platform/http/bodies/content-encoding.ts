const offered = ['br', 'gzip'] as const
export type ContentEncoding = (typeof offered)[number]

/**
 * Chooses an encoding by the Accept-Encoding header (RFC 9110): the highest weight wins, of equal weights brotli, and a
 * weight of 0 excludes an encoding. `*` covers encodings that are not named.
 *
 * @returns null to send the reply as it is: no header, no known encoding, or `identity` is preferred.
 */
export function chooseEncoding(header: string | undefined): ContentEncoding | null {
  const weights = parseWeights(header ?? '')
  const weigh = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  // Without an entry of its own, `identity` is accepted but not preferred.
  const identity = weights.get('identity') ?? 0
  const best = offered.reduce((one, other) => (weigh(other) > weigh(one) ? other : one))
  return weigh(best) > 0 && weigh(best) >= identity ? best : null
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const entry of header.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map(part => part.trim().toLowerCase())
    const given = parameters.find(each => each.startsWith('q='))?.slice(2)
    const weight = given === undefined ? 1 : Number.parseFloat(given)
    // `x-gzip` is an older name of `gzip`.
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isNaN(weight) ? 0 : weight)
  }
  return weights
}
