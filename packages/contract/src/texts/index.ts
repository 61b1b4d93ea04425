import { apiReferenceTexts } from '../api-reference/texts.ts'
import { archiveTexts } from '../archive/texts.ts'
import { auditActionTexts } from '../audit/texts.ts'
import { loginTexts } from '../auth/texts.ts'
import { benchmarksTexts } from '../benchmarks/texts.ts'
import { clientsTexts } from '../clients/texts.ts'
import { oncePerLanguage } from '../core/once-per-language.ts'
import { eventsTexts } from '../events/texts.ts'
import { explainTexts } from '../explain/texts.ts'
import { feedMessageTexts, feedTexts } from '../feeds/texts.ts'
import { feesTexts } from '../fees/texts.ts'
import { importDocumentTexts } from '../imports/document-texts.ts'
import { fileProblemTexts } from '../imports/file-problem-texts.ts'
import { importMappingTexts } from '../imports/mapping-texts.ts'
import { importProblemTexts } from '../imports/problem-texts.ts'
import { importsTexts } from '../imports/texts.ts'
import { incomeTexts } from '../income/texts.ts'
import { instrumentTexts } from '../instruments/texts.ts'
import { sourceTexts } from '../integrations/texts.ts'
import { assetsTexts } from '../manual-assets/texts.ts'
import { notificationTexts } from '../notifications/texts.ts'
import { overviewTexts } from '../overview/texts.ts'
import { positionDetailsTexts } from '../positions/detail-texts.ts'
import { positionFigureTexts } from '../positions/figure-texts.ts'
import { positionsTexts } from '../positions/texts.ts'
import { receiptFigureTexts } from '../receipt/figure-texts.ts'
import { receiptLineTexts } from '../receipt/line-texts.ts'
import { receiptTexts } from '../receipt/texts.ts'
import { coverageTexts } from '../reconciliation/coverage-texts.ts'
import { proposalTexts } from '../reconciliation/proposal-texts.ts'
import { dataHealthTexts } from '../reconciliation/texts.ts'
import { reportScreenTexts } from '../reports/screen-texts.ts'
import { reportTexts } from '../reports/texts.ts'
import { userSettingsTexts } from '../settings/texts.ts'
import { statusTexts } from '../status/texts.ts'
import { strategiesTexts } from '../strategies/texts.ts'
import { targetsTexts } from '../targets/texts.ts'
import { entryTexts } from '../transactions/entry-texts.ts'
import { questionTexts } from '../transactions/question-texts.ts'
import { securityTexts } from '../transactions/security-texts.ts'
import { transactionSentences, transactionsTexts } from '../transactions/texts.ts'
import { transactionTypeTexts } from '../transactions/type-texts.ts'
import { taskTexts } from '../user-tasks/texts.ts'
import { watchlistTexts } from '../watchlist/texts.ts'
import { whatIfTexts } from '../what-if/texts.ts'
import { adminTexts } from './admin.ts'
import { commonTexts } from './common.ts'
import { errorTexts } from './errors.ts'
import { filterTexts } from './filter.ts'
import { firstStepsTexts } from './first-steps.ts'
import { mailTexts } from './mail.ts'
import { searchTexts } from './search.ts'
import { shellTexts } from './shell.ts'
import type { Language, Texts } from './text.ts'
import { vocabularyTexts } from './vocabulary.ts'

export { translateServerMessage } from '../core/server-messages.ts'
export { fillText } from './fill.ts'
export { type Language, languageNames, languages, parseLanguage, type Text } from './text.ts'

/** All visible texts, one file per feature. A test rejects duplicate keys. */
const catalogue = {
  ...commonTexts,
  ...apiReferenceTexts,
  ...dataHealthTexts,
  ...proposalTexts,
  ...coverageTexts,
  ...errorTexts,
  ...questionTexts,
  ...shellTexts,
  ...loginTexts,
  ...mailTexts,
  ...filterTexts,
  ...firstStepsTexts,
  ...eventsTexts,
  ...incomeTexts,
  ...feesTexts,
  ...overviewTexts,
  ...positionsTexts,
  ...positionFigureTexts,
  ...positionDetailsTexts,
  ...explainTexts,
  ...receiptTexts,
  ...receiptFigureTexts,
  ...receiptLineTexts,
  ...searchTexts,
  ...userSettingsTexts,
  ...adminTexts,
  ...assetsTexts,
  ...auditActionTexts,
  ...entryTexts,
  ...securityTexts,
  ...importDocumentTexts,
  ...importMappingTexts,
  ...fileProblemTexts,
  ...importProblemTexts,
  ...importsTexts,
  ...archiveTexts,
  ...clientsTexts,
  ...targetsTexts,
  ...whatIfTexts,
  ...benchmarksTexts,
  ...instrumentTexts,
  ...notificationTexts,
  ...reportScreenTexts,
  ...reportTexts,
  ...sourceTexts,
  ...statusTexts,
  ...feedTexts,
  ...feedMessageTexts,
  ...strategiesTexts,
  ...taskTexts,
  ...transactionsTexts,
  ...transactionSentences,
  ...vocabularyTexts,
  ...transactionTypeTexts,
  ...watchlistTexts,
} as const satisfies Texts

export type TextKey = keyof typeof catalogue

/** The catalogue of one language, as sent to the web client. */
export const textsIn = oncePerLanguage((language: Language): Readonly<Record<TextKey, string>> => {
  const entries = Object.entries<Texts[string]>(catalogue)
  return Object.fromEntries(entries.map(([key, text]) => [key, text[language]])) as Record<TextKey, string>
})
