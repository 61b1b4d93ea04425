/** The header of a download. The name twice: in ASCII for old clients, and in full in the encoding of RFC 5987. */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w .-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}

const maxPartChars = 80

/** Joins the parts of a file name, without characters that file systems reject or that would hide the file. */
export function joinFileName(parts: readonly (string | null | undefined)[], extension: string): string {
  const name = parts
    .flatMap(part => part ?? [])
    .map(part => [...part.replaceAll(/[\\/:*?"<>|\p{C}]/gu, ' ').trim()].slice(0, maxPartChars).join(''))
    .filter(part => part !== '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  return `${name || 'export'}.${extension}`
}

/** What a call lists, from its path: `/api/positions/list/` is positions. */
export function viewName(path: string): string {
  const words = path
    .split('/')
    .filter(word => word !== '' && word !== 'api' && word !== 'list' && !word.startsWith(':'))
  return words.join(' ').replaceAll('_', ' ')
}
