/**
 * Fills placeholders: `fillText('{name} failed', { name })`. Values are plain text: placeholders and line breaks in
 * them have no effect.
 */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\{(\w+)\}/g,
    (whole, key: string) => values[key]?.replaceAll(/[{}\r\n]/g, ' ') ?? whole,
  )
}
