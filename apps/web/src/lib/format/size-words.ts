/** A size in the unit that keeps it short, with the separators of the user's number format. */
export function sizeWords(bytes: number, count: (value: number) => string): string {
  if (bytes < 1000) return `${count(bytes)} B`
  if (bytes < 1e6) return `${count(Math.round(bytes / 1000))} KB`
  return bytes < 1e10 ? `${count(Math.round(bytes / 1e6))} MB` : `${count(Math.round(bytes / 1e9))} GB`
}
