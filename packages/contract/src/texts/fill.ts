/**
 * Puts values where a text names them: `fillText('{name} failed', { name })`. A value is text and nothing else:
 * it can bring no placeholder and no line of its own.
 */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\{(\w+)\}/g,
    (whole, key: string) => values[key]?.replaceAll(/[{}\r\n]/g, ' ') ?? whole,
  )
}
