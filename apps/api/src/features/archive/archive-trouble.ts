import { fillText, type Language, textsIn } from '@plumbline/contract/texts'

type TroubleCode = 'none' | 'version' | 'missing' | 'broken' | 'too_large' | 'unfitting'

/** Why nothing can be made of an archive, for the person who has it. */
export class BadArchive extends Error {
  readonly code: TroubleCode
  readonly details: Readonly<Record<string, string>>

  constructor(code: TroubleCode, details: Readonly<Record<string, string>> = {}) {
    super(`archive: ${code} ${JSON.stringify(details)}`)
    this.code = code
    this.details = details
  }
}

export function troubleWords(language: Language, { code, details }: BadArchive): string {
  return fillText(textsIn(language)[`archive_trouble_${code}`], details)
}
