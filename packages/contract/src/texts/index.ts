import { oncePerLanguage } from '../once-per-language.ts'
import { adminTexts } from './admin.ts'
import { archiveTexts } from './archive.ts'
import { assetsTexts } from './assets.ts'
import { auditActionTexts } from './audit-actions.ts'
import { bookingsTexts } from './bookings.ts'
import { commonTexts } from './common.ts'
import { dataHealthTexts } from './data-health.ts'
import { errorTexts } from './errors.ts'
import { eventsTexts } from './events.ts'
import { explainTexts } from './explain.ts'
import { feesTexts } from './fees.ts'
import { filterTexts } from './filter.ts'
import { firstStepsTexts } from './first-steps.ts'
import { importProblemTexts } from './import-problems.ts'
import { importsTexts } from './imports.ts'
import { loginTexts } from './login.ts'
import { mailTexts } from './mail.ts'
import { notificationTexts } from './notifications.ts'
import { overviewTexts } from './overview.ts'
import { positionDetailsTexts } from './position-details.ts'
import { positionsTexts } from './positions.ts'
import { receiptTexts } from './receipt.ts'
import { receiptFigureTexts } from './receipt-figures.ts'
import { receiptLineTexts } from './receipt-lines.ts'
import { reportScreenTexts } from './report-screens.ts'
import { reportTexts } from './reports.ts'
import { searchTexts } from './search.ts'
import { shellTexts } from './shell.ts'
import { sourceTexts } from './sources.ts'
import { statusTexts } from './status.ts'
import { strategiesTexts } from './strategies.ts'
import { taskTexts } from './tasks.ts'
import type { Language, Texts } from './text.ts'
import { transactionsTexts } from './transactions.ts'
import { userSettingsTexts } from './user-settings.ts'
import { vocabularyTexts } from './vocabulary.ts'
import { watchlistTexts } from './watchlist.ts'

export { fillText } from './fill.ts'
export { type Language, languageOf, languages, type Text } from './text.ts'

/** Every visible text of the product. One file per feature; a test refuses a key that stands in two. */
const catalogue = {
  ...commonTexts,
  ...dataHealthTexts,
  ...errorTexts,
  ...shellTexts,
  ...loginTexts,
  ...mailTexts,
  ...filterTexts,
  ...firstStepsTexts,
  ...eventsTexts,
  ...feesTexts,
  ...overviewTexts,
  ...positionsTexts,
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
  ...bookingsTexts,
  ...importProblemTexts,
  ...importsTexts,
  ...archiveTexts,
  ...notificationTexts,
  ...reportScreenTexts,
  ...reportTexts,
  ...sourceTexts,
  ...statusTexts,
  ...strategiesTexts,
  ...taskTexts,
  ...transactionsTexts,
  ...vocabularyTexts,
  ...watchlistTexts,
} as const satisfies Texts

export type TextKey = keyof typeof catalogue

/** The catalogue of one language, as it travels to the web client. */
export const textsIn = oncePerLanguage((language: Language): Readonly<Record<TextKey, string>> => {
  const entries = Object.entries<Texts[string]>(catalogue)
  return Object.fromEntries(entries.map(([key, text]) => [key, text[language]])) as Record<TextKey, string>
})
