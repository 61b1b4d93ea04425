import { fillText, type Language, textsIn } from '@plumbline/contract/texts'

type ArchiveErrorCode = 'none' | 'version' | 'missing' | 'broken' | 'too_large' | 'unfitting'

/** Why an archive cannot be read, as a code with details for a translated message. */
export class ArchiveError extends Error {
  readonly code: ArchiveErrorCode
  readonly details: Readonly<Record<string, string>>

  constructor(code: ArchiveErrorCode, details: Readonly<Record<string, string>> = {}) {
    super(`archive: ${code} ${JSON.stringify(details)}`)
    this.code = code
    this.details = details
  }
}

export function archiveErrorMessage(language: Language, { code, details }: ArchiveError): string {
  return fillText(textsIn(language)[`archive_trouble_${code}`], details)
}
