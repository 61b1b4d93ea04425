/** Saves a file through the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the blob after this task: revoke the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
